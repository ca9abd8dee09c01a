import EMV
import Wire

/// What a reader tells unasked. Source: datecs.md 8.
public enum Event: Hashable, Sendable {
    /// The outcome. Only this and the log's records are one.
    case complete(Record)
    /// The outcome of an earlier transaction that hung and went through just before the current one.
    case intermediateComplete(Record)
    /// The receipt of a hung transaction.
    case hangReceipt(Record)
    /// A record of the log, asked for with all others.
    case logData(Record)
    /// The names of the card's applications (DFC101, repeated): a command tells which one.
    case selectApplication(Record)
    /// Wants a confirmation, as the next two do.
    case socketOpen(SocketOpen)
    case socketClose(id: UInt8)
    case sendData(id: UInt8, [UInt8])
    /// What the reader's screen says. Never to be depended on.
    case display(DisplayMessage)
    case engineDisplay(EngineDisplay)
    /// The older engine wants an online authorization.
    case engineOnline(Record)
    case engineFinished(Record)

    /// An event outside the tables, or one of the older engine's without data.
    case other(Message)
}

extension Event {
    init(_ message: Message) throws(WireError) {
        try message.expectNoStatus([message.code.hexDigits])
        guard !Message.engineEventCodes.contains(message.code) else {
            self = .other(message)
            return
        }
        guard let id = EventID(message) else {
            throw WireError(
                offset: Frame.headerSize, expected: "a subevent", found: "no data", path: [message.code.hexDigits])
        }
        var reader = message.fields(id.text)
        guard let event = try Self.read(id, &reader) else {
            self = .other(message)
            return
        }
        try reader.expectEnd("data")
        self = event
    }

    /// Nil for an event outside the tables.
    private static func read(_ id: EventID, _ reader: inout ByteReader) throws(WireError) -> Event? {
        if let event = try payment(id, &reader) { return event }
        if let event = try link(id, &reader) { return event }
        return try engine(id, &reader)
    }

    private static func payment(_ id: EventID, _ reader: inout ByteReader) throws(WireError) -> Event? {
        switch id {
        case .complete: return .complete(try Record(&reader))
        case .intermediateComplete: return .intermediateComplete(try Record(&reader))
        case .hangReceipt: return .hangReceipt(try Record(&reader))
        case .logData: return .logData(try Record(&reader))
        case .selectApplication: return .selectApplication(try Record(&reader))
        default: return nil
        }
    }

    private static func link(_ id: EventID, _ reader: inout ByteReader) throws(WireError) -> Event? {
        switch id {
        case .socketOpen: return .socketOpen(try SocketOpen(&reader))
        case .socketClose: return .socketClose(id: try reader.uint8("id"))
        case .sendData: return .sendData(id: try reader.uint8("id"), reader.takeRest())
        default: return nil
        }
    }

    private static func engine(_ id: EventID, _ reader: inout ByteReader) throws(WireError) -> Event? {
        guard [.display, .engineOnline, .engineFinished].contains(id) else { return nil }
        try reader.expectZero("form")
        switch id {
        case .engineOnline: return .engineOnline(try Record(&reader))
        case .engineFinished: return .engineFinished(try Record(&reader))
        default:
            guard let message = try DisplayMessage(&reader) else {
                return .engineDisplay(try EngineDisplay(&reader))
            }
            return .display(message)
        }
    }
}

extension Event {
    public var message: Message {
        if case .other(let message) = self { message } else { Message(id, fields) }
    }

    public var id: EventID {
        switch self {
        case .complete: .complete
        case .intermediateComplete: .intermediateComplete
        case .hangReceipt: .hangReceipt
        case .logData: .logData
        case .selectApplication: .selectApplication
        case .socketOpen: .socketOpen
        case .socketClose: .socketClose
        case .sendData: .sendData
        case .display, .engineDisplay: .display
        case .engineOnline: .engineOnline
        case .engineFinished: .engineFinished
        case .other(let message): EventID(message) ?? EventID(rawValue: UInt16(message.code) << 8)
        }
    }

    private var fields: [UInt8] {
        switch self {
        case .complete(let record), .intermediateComplete(let record), .hangReceipt(let record),
            .logData(let record), .selectApplication(let record):
            [UInt8](record.objects)
        case .socketOpen(let open): open.fields
        case .socketClose(let id): [id]
        case .sendData(let id, let bytes): [id] + bytes
        case .display(let message): [0] + message.fields
        case .engineDisplay(let display): [0] + display.fields
        case .engineOnline(let record), .engineFinished(let record): [0] + [UInt8](record.objects)
        case .other: []
        }
    }
}

extension ByteReader {
    fileprivate mutating func expectZero(_ field: String) throws(WireError) {
        let start = self
        guard try uint8(field) == 0 else { throw start.error(field, expected: "00", found: "another byte") }
    }
}
