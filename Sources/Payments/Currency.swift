/// An ISO 4217 currency.
public struct Currency: Hashable, Sendable {
    /// Three capital letters: `EUR`.
    public let alpha: String
    /// The three-digit code as a number: 978.
    public let numeric: UInt16
    /// How many decimals an amount has: 2 for EUR, 0 for JPY, 3 for KWD.
    public let exponent: Int

    init(_ alpha: String, _ numeric: UInt16, _ exponent: Int) {
        self.alpha = alpha
        self.numeric = numeric
        self.exponent = exponent
    }

    /// Of a loyalty programme: no money at all. No table has them, so no amount of money is written in them; the letters
    /// are those that ISO 4217 gives what involves no currency.
    public static let points = Currency("XXX", 999, 0)

    /// Looks a currency up by its letters, in either case; nil where ISO 4217 has none.
    public init?(alpha: String) {
        guard let found = CurrencyTable.byAlpha[alpha.uppercased()] else { return nil }
        self = found
    }

    /// As results name it: also what is no money.
    public init?(named letters: String) {
        guard letters != Self.points.alpha else {
            self = .points
            return
        }
        self.init(alpha: letters)
    }

    /// As results number it: also what is no money.
    public init?(numbered number: UInt16) {
        guard number != Self.points.numeric else {
            self = .points
            return
        }
        self.init(numeric: number)
    }

    /// Looks a currency up by its number; nil where ISO 4217 has none.
    public init?(numeric: UInt16) {
        guard let found = CurrencyTable.byNumeric[numeric] else { return nil }
        self = found
    }
}
