/// The two bytes that name an event: the frame's code and the first byte of its data. Source: datecs.md 8.
public struct EventID: RawRepresentable, Hashable, Sendable {
    /// The code in the upper byte: `0E 01` is 0x0E01.
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The older engine wants an online authorization.
    public static let engineOnline = EventID(rawValue: 0x0B81)
    public static let display = EventID(rawValue: 0x0B82)
    /// The older engine is done with a card.
    public static let engineFinished = EventID(rawValue: 0x0B83)
    public static let complete = EventID(rawValue: 0x0E01)
    public static let intermediateComplete = EventID(rawValue: 0x0E02)
    public static let hangReceipt = EventID(rawValue: 0x0E03)
    public static let logData = EventID(rawValue: 0x0E10)
    public static let selectApplication = EventID(rawValue: 0x0E3F)
    public static let socketOpen = EventID(rawValue: 0x0F01)
    public static let socketClose = EventID(rawValue: 0x0F02)
    public static let sendData = EventID(rawValue: 0x0F03)

    /// Nil where a message has no second byte.
    init?(_ message: Message) {
        guard let first = message.data.first else { return nil }
        self.init(rawValue: UInt16(message.code) << 8 | UInt16(first))
    }

    public var code: UInt8 { UInt8(rawValue >> 8) }
    public var subevent: UInt8 { UInt8(truncatingIfNeeded: rawValue) }

    /// Its four hexadecimal digits: `0E01`.
    public var text: String { rawValue.hexDigits }

    /// The protocol's own words; nil for an event outside the tables.
    public var name: String? { Self.names[self] }

    private static let names: [EventID: String] = [
        .engineOnline: "ONLINE AUTHORIZATION",
        .display: "USER INTERFACE",
        .engineFinished: "FINISHED",
        .complete: "TRANSACTION COMPLETE",
        .intermediateComplete: "INTERMEDIATE COMPLETE",
        .hangReceipt: "PRINT HANG TRANSACTION RECEIPT",
        .logData: "SEND LOG DATA",
        .selectApplication: "SELECT CHIP APPLICATION",
        .socketOpen: "SOCKET OPEN",
        .socketClose: "SOCKET CLOSE",
        .sendData: "SEND DATA",
    ]
}

extension EventID: CustomStringConvertible {
    public var description: String { text }
}
