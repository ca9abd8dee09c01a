/// The two bytes that name a command: the frame's code and the first byte of its data. Source: datecs.md 5, 7.
public struct CommandID: RawRepresentable, Hashable, Sendable {
    /// The code in the upper byte: `3D 01` is 0x3D01.
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let ping = CommandID(rawValue: 0x3D00)
    public static let start = CommandID(rawValue: 0x3D01)
    public static let receiptTags = CommandID(rawValue: 0x3D02)
    public static let end = CommandID(rawValue: 0x3D03)
    public static let reportTags = CommandID(rawValue: 0x3D04)
    public static let reportInfo = CommandID(rawValue: 0x3D05)
    public static let pinpadInfo = CommandID(rawValue: 0x3D06)
    public static let clock = CommandID(rawValue: 0x3D07)
    public static let setClock = CommandID(rawValue: 0x3D08)
    public static let deleteBatch = CommandID(rawValue: 0x3D0B)
    public static let clearReversal = CommandID(rawValue: 0x3D0C)
    public static let pinpadStatus = CommandID(rawValue: 0x3D1A)
    public static let menuInfo = CommandID(rawValue: 0x3D1D)
    public static let publicKeys = CommandID(rawValue: 0x3D1E)
    public static let symmetricKeys = CommandID(rawValue: 0x3D1F)
    public static let editCommunication = CommandID(rawValue: 0x3D20)
    public static let keys = CommandID(rawValue: 0x3D21)
    public static let checkPassword = CommandID(rawValue: 0x3D23)
    public static let reportTagsBySTAN = CommandID(rawValue: 0x3D24)
    public static let selectApplication = CommandID(rawValue: 0x3D25)
    public static let readerState = CommandID(rawValue: 0x3D26)
    public static let terminalTags = CommandID(rawValue: 0x3D27)
    public static let receiveData = CommandID(rawValue: 0x4001)
    public static let confirmEvent = CommandID(rawValue: 0x4002)
    public static let maxMTU = CommandID(rawValue: 0x4003)
    /// The older engine's: a reply of 132 bytes tells that no payment application answers (datecs.md 1).
    public static let engineIdentification = CommandID(rawValue: 0x3609)
    /// The older engine's; a payment application may answer it too. *inferred* (datecs.md 15)
    public static let engineBattery = CommandID(rawValue: 0x360A)

    /// The command that a message is; nil for a reply, an event and what isn't in the tables.
    public init?(asking message: Message) {
        guard Message.commandCodes.contains(message.code) || Message.engineCodes.contains(message.code) else {
            return nil
        }
        self.init(message)
    }

    /// Nil where a message has no second byte.
    init?(_ message: Message) {
        guard let first = message.data.first else { return nil }
        self.init(rawValue: UInt16(message.code) << 8 | UInt16(first))
    }

    public var code: UInt8 { UInt8(rawValue >> 8) }
    public var subcommand: UInt8 { UInt8(truncatingIfNeeded: rawValue) }

    /// Its four hexadecimal digits: `3D01`.
    public var text: String { rawValue.hexDigits }
}

extension CommandID: CustomStringConvertible {
    public var description: String { text }
}

extension FixedWidthInteger {
    /// Two capital hexadecimal digits a byte.
    var hexDigits: String {
        let digits = String(self, radix: 16, uppercase: true)
        return String(repeating: "0", count: Swift.max(0, Self.bitWidth / 4 - digits.count)) + digits
    }
}
