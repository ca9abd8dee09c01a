/// The result byte without the restart flag. Source: heft.md 6.3.
public struct FinancialResult: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let undefined = FinancialResult(rawValue: 0x00)
    public static let approved = FinancialResult(rawValue: 0x01)
    public static let declined = FinancialResult(rawValue: 0x02)
    public static let processed = FinancialResult(rawValue: 0x03)
    public static let notProcessed = FinancialResult(rawValue: 0x04)
    public static let cancelled = FinancialResult(rawValue: 0x05)
    public static let partiallyApproved = FinancialResult(rawValue: 0x06)
}
