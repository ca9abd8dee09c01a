import Heft
import Markup
import Text

extension Packet {
    /// The fields as people read them. Proofs and host data as their length only; texts printable and masked.
    var fields: [DecodedField] {
        switch self {
        case .initialise(let request): request.fields
        case .initialiseAnswer(_, let answer): answer?.fields ?? []
        case .finance(_, let request): request?.fields ?? []
        case .financeAnswer(_, _, let answer): answer?.fields ?? []
        case .tokenise(let xml), .xmlCommand(let xml): xml.fields
        case .idleAnswer(_, let xml), .event(_, let xml), .tokeniseAnswer(_, let xml), .xmlCommandAnswer(_, let xml):
            xml?.fields ?? []
        case .setLogLevel(let level): [DecodedField("level", level)]
        case .fetchLogAnswer(_, let log): log.map { [DecodedField("log", text: $0)] } ?? []
        case .hostConnect(let request): request.fields
        case .hostSend(let request): request.fields
        case .hostReceive(let request): request.fields
        case .hostReceiveAnswer(_, let data), .hostPostAnswer(_, let data):
            data.map { [DecodedField("data", lengthOf: $0)] } ?? []
        case .hostPost(let request): request.fields
        case .signatureRequest(let request): [DecodedField("receipt", text: request.receipt)] + request.xml.fields
        case .challenge(let request): [DecodedField("random", lengthOf: request.random)] + request.xml.fields
        case .challengeAnswer(_, let answer):
            answer.map { [DecodedField("random", lengthOf: $0.random), DecodedField("proof", lengthOf: $0.proof)] }
                ?? []
        case .other(let message):
            message.payload.isEmpty ? [] : [DecodedField("payload", lengthOf: message.payload)]
        case .idle, .clearLog, .fetchLog, .hostDisconnect, .setLogLevelAnswer, .clearLogAnswer, .hostConnectAnswer,
            .hostSendAnswer, .hostDisconnectAnswer, .signatureAnswer:
            []
        }
    }
}

extension DecodedField {
    init(_ name: String, text bytes: [UInt8]) {
        self.init(name, Masking.mask(printable(String(decoding: bytes, as: UTF8.self))))
    }

    init(_ name: String, text: String) {
        self.init(name, Masking.mask(printable(text)))
    }

    init(_ name: String, lengthOf bytes: [UInt8]) {
        self.init(name, "\(bytes.count) bytes")
    }

    init(_ name: String, _ number: some FixedWidthInteger) {
        self.init(name, String(number))
    }

    init(_ name: String, _ flag: Bool) {
        self.init(name, flag ? "true" : "false")
    }

    fileprivate init(_ node: MarkupNode) {
        self.init(
            Masking.mask(printable(node.name)), Masking.mask(printable(node.text)),
            children: node.children.map { DecodedField($0) })
    }
}

extension XMLText {
    /// The root element, or the text where it can't be read as XML; nothing where there is none.
    var fields: [DecodedField] {
        guard !bytes.isEmpty else { return [] }
        guard let root = try? parsed() else { return [DecodedField("xml", text: bytes)] }
        return [DecodedField(root)]
    }
}
