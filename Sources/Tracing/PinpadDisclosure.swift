import Datecs
import EMV
import Wire

/// How much of a Datecs message may stand in a trace. Only what is understood and harmless stays; all else is `*`, byte
/// for byte.
enum PinpadDisclosure: Hashable {
    /// The data as they may be kept; as long as they were.
    case masked([UInt8])
    /// So many bytes of the data: what the reader and the acquirer say to each other follows them.
    case prefix(Int)

    /// - Parameter awaited: the command whose reply is due.
    init(_ message: Message, awaited: CommandID?) {
        guard let packet = try? Packet(message, awaited: awaited) else {
            // What was asked stays, or its reply couldn't be told from others.
            self = .masked(message.data.hidden(after: CommandID(asking: message) == nil ? 0 : 1))
            return
        }
        switch packet {
        case .command(.receiveData): self = .prefix(1)
        case .event(.sendData): self = .prefix(2)
        case .command(let command): self = .masked(Self.data(command, message.data))
        case .event(let event): self = .masked(Self.data(event, message.data))
        case .reply(let reply): self = .masked(Self.data(reply, message.data))
        case .other: self = .masked(message.data.hidden(after: 0))
        }
    }

    private static func data(_ command: Command, _ data: [UInt8]) -> [UInt8] {
        switch command {
        case .ping, .end, .reportInfo, .pinpadInfo, .clock, .setClock, .pinpadStatus, .menuInfo, .publicKeys,
            .symmetricKeys, .keys, .selectApplication, .readerState, .confirmEvent, .maxMTU:
            data
        case .receiptTags(let tags), .reportTags(_, let tags), .reportTagsBySTAN(_, let tags), .terminalTags(let tags):
            // Other bytes that look like tags stay out.
            tags.allSatisfy { $0.format != nil } ? data : data.hidden(after: 1)
        case .start: data.masked(after: 2)
        case .editCommunication: data.masked(after: 1)
        case .checkPassword: data.hidden(after: 2)
        case .deleteBatch, .clearReversal, .receiveData: data.hidden(after: 1)
        // Who the older engine is, and its battery, are asked without parameters.
        case .other: data.hidden(after: 1)
        }
    }

    private static func data(_ event: Event, _ data: [UInt8]) -> [UInt8] {
        switch event {
        case .complete, .intermediateComplete, .hangReceipt, .logData, .selectApplication: data.masked(after: 1)
        case .socketOpen: data.masked(after: 1 + socketFields)
        case .socketClose, .display: data
        case .engineOnline, .engineFinished: data.masked(after: 2)
        case .engineDisplay: data.hidden(after: 1)
        case .sendData, .other: data.hidden(after: 0)
        }
    }

    private static func data(_ reply: Reply, _ data: [UInt8]) -> [UInt8] {
        switch reply.content {
        case .nothing, .recordCount, .clock, .pinpadStatus, .readerState, .maxMTU, .battery: data
        case .record: data.masked(after: 0)
        case .pinpadInfo: data.withTextMasked(but: [30..<34, 42..<43])
        case .menuInfo: data.withTextMasked(but: [34..<38, 80..<82, 98..<100, 116..<123])
        case .keyList, .other: data.hidden(after: 0)
        }
    }

    /// Id, kind, address, port and time in SOCKET OPEN.
    private static let socketFields = 10
}

extension [UInt8] {
    fileprivate func hidden(after count: Int) -> [UInt8] {
        prefix(count) + [UInt8](repeating: UInt8(ascii: "*"), count: Swift.max(0, self.count - count))
    }

    /// With card numbers masked, and whatever is no text where text is due: all but the numbers in these places.
    fileprivate func withTextMasked(but numbers: [Range<Int>]) -> [UInt8] {
        let shown = withCardNumbersMasked
        return indices.map { index in
            let isNumber = numbers.contains { $0.contains(index) }
            let isText = shown[index] == 0 || (0x20...0x7E).contains(shown[index])
            return isNumber ? self[index] : isText ? shown[index] : UInt8(ascii: "*")
        }
    }

    /// With the data objects behind the first `count` bytes masked; with all of them hidden where they are none.
    fileprivate func masked(after count: Int) -> [UInt8] {
        var reader = ByteReader(Array(dropFirst(count)))
        guard let objects = try? reader.objects() else { return hidden(after: count) }
        let masked = prefix(count) + [UInt8](objects.map(\.masked))
        // A length written in more bytes than it takes is odd enough to show nothing.
        return masked.count == self.count ? Array(masked) : hidden(after: count)
    }
}
