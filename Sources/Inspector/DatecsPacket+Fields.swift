import Datecs
import EMV
import Text
import Time

extension Command {
    /// The fields as people read them. Passwords and host data as their length only; texts printable and masked.
    var fields: [DecodedField] {
        switch self {
        case .start(let start):
            [DecodedField("type", start.type.rawValue, start.type.name)] + start.parameters.fields
        case .receiptTags(let tags), .terminalTags(let tags): [DecodedField(tags)]
        case .end(let end): [DecodedField("end", end == .fail ? "FAIL" : "OK")]
        case .reportTags(let cursor, let tags): [DecodedField("cursor", cursor.rawValue), DecodedField(tags)]
        case .reportTagsBySTAN(let stan, let tags): [DecodedField("stan", stan), DecodedField(tags)]
        case .setClock(let clock): [DecodedField(clock)]
        case .deleteBatch(let password), .clearReversal(let password):
            [DecodedField("password", lengthOf: password.bytes)]
        case .editCommunication(let record): record.fields
        case .keys(let operation): [DecodedField("operation", operation.rawValue)]
        case .checkPassword(let kind, let password):
            [DecodedField("kind", kind.rawValue), DecodedField("password", lengthOf: password.bytes)]
        case .selectApplication(let index): [DecodedField("index", index)]
        case .receiveData(let bytes): [DecodedField("data", lengthOf: bytes)]
        case .confirmEvent(let confirmation): confirmation.fields
        case .other(let message):
            message.data.count > 1 ? [DecodedField("data", lengthOf: Array(message.data.dropFirst()))] : []
        case .ping, .reportInfo, .pinpadInfo, .clock, .pinpadStatus, .menuInfo, .publicKeys, .symmetricKeys,
            .readerState, .maxMTU:
            []
        }
    }
}

extension Event {
    var fields: [DecodedField] {
        switch self {
        case .complete(let record), .intermediateComplete(let record), .hangReceipt(let record), .logData(let record),
            .engineOnline(let record), .engineFinished(let record):
            record.fields
        case .selectApplication(let record):
            record.applicationNames.enumerated().map { DecodedField("\($0)", text: $1) }
        case .socketOpen(let open): open.fields
        case .socketClose(let id): [DecodedField("id", id)]
        case .sendData(let id, let bytes): [DecodedField("id", id), DecodedField("data", lengthOf: bytes)]
        case .display(let message): [DecodedField("message", message)]
        case .engineDisplay(let display):
            [DecodedField("message", display.message)] + (display.status.map { [DecodedField("status", $0)] } ?? [])
                + (display.hold.map { [DecodedField("hold", $0)] } ?? [])
        case .other(let message): message.data.isEmpty ? [] : [DecodedField("data", lengthOf: message.data)]
        }
    }
}

extension EventConfirmation {
    fileprivate var fields: [DecodedField] {
        let kinds: [Kind: String] = [.open: "open", .close: "close", .send: "send"]
        return [DecodedField("kind", kind.rawValue, kinds[kind]), DecodedField("done", isDone)]
            + (mtu.map { [DecodedField("mtu", $0)] } ?? [])
    }
}

extension SocketOpen {
    fileprivate var fields: [DecodedField] {
        [
            DecodedField("id", id), DecodedField("kind", kind.rawValue, kind.name),
            DecodedField("address", address.description), DecodedField("port", port),
            DecodedField("timeoutSeconds", timeoutSeconds),
        ] + extras.fields
    }
}

extension DecodedField {
    /// A number and what it means.
    init(_ name: String, _ number: some FixedWidthInteger, _ meaning: String?) {
        self.init(name, text: String(number) + (meaning.map { " " + $0 } ?? ""))
    }

    init(_ clock: CivilTime) {
        let parts = [clock.year, clock.month, clock.day, clock.hour, clock.minute, clock.second]
        let digits = parts.map { $0 < 10 ? "0\($0)" : "\($0)" }
        self.init("clock", digits[..<3].joined(separator: "-") + " " + digits[3...].joined(separator: ":"))
    }

    fileprivate init(_ tags: [Tag]) {
        self.init("tags", tags.map(\.text).joined(separator: " "))
    }

    fileprivate init(_ name: String, _ message: DisplayMessage) {
        let digits = String(message.rawValue, radix: 16, uppercase: true)
        let padded = String(repeating: "0", count: 4 - digits.count) + digits
        self.init(name, padded + (message.name.map { " " + $0 } ?? ""))
    }
}
