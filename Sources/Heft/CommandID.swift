/// The four ASCII characters that name a command: a group letter and three digits. Source: heft.md 3.2.
public struct CommandID: RawRepresentable, Hashable, Sendable {
    /// The characters, first one in the most significant byte: `F000` is 0x4630_3030.
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let xmlCommand = CommandID(rawValue: 0x4330_3030)  // C000
    public static let xmlCommandAnswer = CommandID(rawValue: 0x4330_3031)
    public static let initialise = CommandID(rawValue: 0x4930_3030)  // I000
    public static let initialiseAnswer = CommandID(rawValue: 0x4930_3031)
    public static let idle = CommandID(rawValue: 0x4930_3130)  // I010
    public static let idleAnswer = CommandID(rawValue: 0x4930_3131)
    public static let sale = CommandID(rawValue: 0x4630_3030)  // F000
    public static let saleAnswer = CommandID(rawValue: 0x4630_3031)
    public static let refund = CommandID(rawValue: 0x4630_3130)
    public static let refundAnswer = CommandID(rawValue: 0x4630_3131)
    public static let saleVoid = CommandID(rawValue: 0x4630_3230)
    public static let saleVoidAnswer = CommandID(rawValue: 0x4630_3231)
    public static let refundVoid = CommandID(rawValue: 0x4630_3330)
    public static let refundVoidAnswer = CommandID(rawValue: 0x4630_3331)
    public static let startOfDay = CommandID(rawValue: 0x4630_3430)
    public static let startOfDayAnswer = CommandID(rawValue: 0x4630_3431)
    public static let endOfDay = CommandID(rawValue: 0x4630_3530)
    public static let endOfDayAnswer = CommandID(rawValue: 0x4630_3531)
    public static let update = CommandID(rawValue: 0x4630_3630)
    public static let updateAnswer = CommandID(rawValue: 0x4630_3631)
    public static let pendingResult = CommandID(rawValue: 0x4630_3730)
    public static let pendingResultAnswer = CommandID(rawValue: 0x4630_3731)
    public static let tokenise = CommandID(rawValue: 0x4630_3830)
    public static let tokeniseAnswer = CommandID(rawValue: 0x4630_3831)
    public static let hostConnect = CommandID(rawValue: 0x4830_3030)  // H000
    public static let hostConnectAnswer = CommandID(rawValue: 0x4830_3031)
    public static let hostSend = CommandID(rawValue: 0x4830_3130)
    public static let hostSendAnswer = CommandID(rawValue: 0x4830_3131)
    public static let hostReceive = CommandID(rawValue: 0x4830_3230)
    public static let hostReceiveAnswer = CommandID(rawValue: 0x4830_3231)
    public static let hostDisconnect = CommandID(rawValue: 0x4830_3330)
    public static let hostDisconnectAnswer = CommandID(rawValue: 0x4830_3331)
    public static let hostPost = CommandID(rawValue: 0x4830_3430)
    public static let hostPostAnswer = CommandID(rawValue: 0x4830_3431)
    public static let event = CommandID(rawValue: 0x5230_3031)  // R001: unsolicited, with the answer header
    public static let signatureRequest = CommandID(rawValue: 0x5230_3130)
    public static let signatureAnswer = CommandID(rawValue: 0x5230_3131)
    public static let challenge = CommandID(rawValue: 0x5230_3230)
    public static let challengeAnswer = CommandID(rawValue: 0x5230_3231)
    public static let setLogLevel = CommandID(rawValue: 0x4C30_3030)  // L000
    public static let setLogLevelAnswer = CommandID(rawValue: 0x4C30_3031)
    public static let clearLog = CommandID(rawValue: 0x4C30_3130)
    public static let clearLogAnswer = CommandID(rawValue: 0x4C30_3131)
    public static let fetchLog = CommandID(rawValue: 0x4C30_3230)
    public static let fetchLogAnswer = CommandID(rawValue: 0x4C30_3231)

    /// The last digit is odd: an answer, or the event, which uses the answer's header.
    public var isAnswer: Bool { rawValue & 1 == 1 }

    /// The answer that belongs to a request: the same first three characters.
    public var answer: CommandID { CommandID(rawValue: rawValue | 1) }
}

extension CommandID {
    /// Nil unless the text is a group letter, or `@`, and three digits.
    public init?(_ text: String) {
        self.init(ascii: Array(text.utf8))
    }

    init?(ascii bytes: [UInt8]) {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let letters = UInt8(ascii: "@")...UInt8(ascii: "Z")
        guard bytes.count == 4, letters.contains(bytes[0]), bytes[1...].allSatisfy({ digits.contains($0) }) else {
            return nil
        }
        self.init(rawValue: bytes.reduce(0) { $0 << 8 | UInt32($1) })
    }

    /// The four characters: `F000`.
    public var text: String {
        String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }, as: UTF8.self)
    }
}

extension CommandID: CustomStringConvertible {
    public var description: String { text }
}
