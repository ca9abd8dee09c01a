/// What one sort of transaction came to on a reader since its day was opened: a line of the daily report.
/// Source: datecs.md 13.
public struct DayTotal: Hashable, Sendable {
    /// The word of results: `SALE`, `VOID_SALE`, …
    public var type: String
    /// The card scheme; empty where the reader gave none.
    public var scheme: String
    public var count: Int
    /// Minor units.
    public var amount: Int64
    /// ISO 4217 letters; empty where the reader gave none.
    public var currency: String

    public init(type: String, scheme: String, count: Int, amount: Int64, currency: String) {
        self.currency = currency
        self.type = type
        self.scheme = scheme
        self.count = count
        self.amount = amount
    }
}
