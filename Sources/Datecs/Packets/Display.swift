import EMV
import Wire

/// What the reader's screen shows. Source: datecs.md 8.3.
public struct DisplayMessage: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let approved = DisplayMessage(rawValue: 0x0003)
    public static let declined = DisplayMessage(rawValue: 0x0007)
    public static let enterPIN = DisplayMessage(rawValue: 0x0009)
    public static let removeCard = DisplayMessage(rawValue: 0x0010)
    public static let presentCard = DisplayMessage(rawValue: 0x0015)
    public static let processing = DisplayMessage(rawValue: 0x0016)
    public static let cardRead = DisplayMessage(rawValue: 0x0017)
    public static let tryOtherInterface = DisplayMessage(rawValue: 0x0018)
    public static let approvedPleaseSign = DisplayMessage(rawValue: 0x001A)
    public static let onlineAuthorization = DisplayMessage(rawValue: 0x001B)
    public static let tryAnotherCard = DisplayMessage(rawValue: 0x001C)
    public static let insertCard = DisplayMessage(rawValue: 0x001D)
    public static let seePhone = DisplayMessage(rawValue: 0x0020)
    public static let presentCardAgain = DisplayMessage(rawValue: 0x0021)
    public static let useChip = DisplayMessage(rawValue: 0x00F0)
    public static let useAnyInterface = DisplayMessage(rawValue: 0x00F1)

    /// Nil outside the table, and for 00F3, which was seen but isn't understood.
    public var name: String? { Self.names[rawValue] }

    private static let names: [UInt16: String] = [
        0x0000: "not working",
        0x0003: "approved",
        0x0007: "declined",
        0x0009: "enter PIN",
        0x000F: "processing error",
        0x0010: "remove card",
        0x0014: "idle",
        0x0015: "present card",
        0x0016: "processing",
        0x0017: "card read, remove it",
        0x0018: "try other interface",
        0x0019: "more than one card",
        0x001A: "approved, please sign",
        0x001B: "online authorization",
        0x001C: "try another card",
        0x001D: "insert card",
        0x001E: "clear display",
        0x0020: "see phone",
        0x0021: "present card again",
        0x00F0: "use the chip reader",
        0x00F1: "insert, swipe or try another card",
        0x00FF: "nothing to show",
    ]
}

extension DisplayMessage {
    /// The object that tells the two forms of the event apart: `C1 02`. *own choice*
    private static let mark = Tag.messageID.bytes + [2]

    /// Nil where it is the older engine's form; then nothing is read.
    init?(_ reader: inout ByteReader) throws(WireError) {
        var ahead = reader
        guard ahead.remaining >= Self.mark.count, try ahead.take(Self.mark.count, "mark") == Self.mark else {
            return nil
        }
        rawValue = try ahead.uint16("message")
        reader = ahead
    }

    var fields: [UInt8] { Self.mark + [UInt8](number: rawValue) }
}

/// The same from the older engine, which may add how long it holds. *seen twice*
public struct EngineDisplay: Hashable, Sendable {
    public var message: DisplayMessage
    public var status: UInt8?
    /// Only with a status. Its unit is not known.
    public var hold: UInt16?

    public init(_ message: DisplayMessage, status: UInt8? = nil, hold: UInt16? = nil) {
        self.message = message
        self.status = status
        self.hold = status == nil ? nil : hold
    }

    init(_ reader: inout ByteReader) throws(WireError) {
        message = DisplayMessage(rawValue: try reader.uint16("message"))
        status = reader.isAtEnd ? nil : try reader.uint8("status")
        hold = reader.isAtEnd ? nil : try reader.uint16("hold")
    }

    var fields: [UInt8] {
        [UInt8](number: message.rawValue) + (status.map { [$0] } ?? []) + (hold.map { [UInt8](number: $0) } ?? [])
    }
}
