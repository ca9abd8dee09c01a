/// What a reply says of its command, and what DF06 says of a payment: one numbering. Source: datecs.md 10.1.
public struct Status: RawRepresentable, Hashable, Sendable {
    /// A reply's is one byte; DF06 has had four.
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let ok = Status(rawValue: 0)
    /// As DF06 also that of a plain decline. *seen*
    public static let generalError = Status(rawValue: 1)
    public static let unknownCommand = Status(rawValue: 2)
    public static let badParameter = Status(rawValue: 3)
    public static let badValue = Status(rawValue: 5)
    public static let badLength = Status(rawValue: 6)
    public static let notInThisState = Status(rawValue: 7)
    public static let noData = Status(rawValue: 8)
    public static let timeout = Status(rawValue: 9)
    /// The CANCEL key was pressed.
    public static let cancelled = Status(rawValue: 18)
    public static let wrongPassword = Status(rawValue: 21)
    public static let notPermitted = Status(rawValue: 31)
    /// The same bytes may be sent again after 100 ms.
    public static let busy = Status(rawValue: 38)
    /// As DF06: no connection with the host.
    public static let notConnected = Status(rawValue: 50)
    public static let useChip = Status(rawValue: 51)
    public static let endOfDayFirst = Status(rawValue: 52)
}
