/// Currencies in which HEFT readers place the decimal point elsewhere than ISO 4217 does. The wire carries minor units,
/// so the same number means another amount on the reader's display: the cashier has to see both.
///
/// Source: heft.md 6.4, cases.md C1. *Seen* in one table of one reader family.
public enum ReaderCurrencies {
    /// The 17 that differ, by their letters.
    public static let exponents: [String: Int] = [
        "AMD": 0, "AOA": 1, "CNY": 1, "COP": 0, "IDR": 0, "IQD": 0, "IRR": 0, "KHR": 0, "KPW": 0, "LAK": 0, "LBP": 0,
        "MMK": 0, "MOP": 1, "SLL": 0, "STD": 0, "TWD": 1, "YER": 0,
    ]
}

extension Currency {
    /// The decimals that a HEFT reader gives this currency, where it disagrees with ISO 4217; nil where it doesn't.
    public var readerExponent: Int? { ReaderCurrencies.exponents[alpha] }
}

extension Money {
    /// The same minor units as a HEFT reader would write them (`100.0` for 10.00 CNY); nil where both agree.
    public var decimalOnReader: String? {
        currency.readerExponent.map { Self.decimal(minorUnits, exponent: $0) }
    }
}
