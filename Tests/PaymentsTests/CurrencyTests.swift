import Payments
import Testing

let euro = currency("EUR")
let yen = currency("JPY")
let dinar = currency("KWD")

/// A currency that the table has; a missing one fails the test that asks.
func currency(_ alpha: String) -> Currency {
    guard let found = Currency(alpha: alpha) else {
        Issue.record("no \(alpha) in the table")
        return euro
    }
    return found
}

@Suite("Currencies")
struct CurrencyTests {
    @Test(
        "exponents are ISO 4217's",
        arguments: [
            ("EUR", 978, 2), ("GBP", 826, 2), ("USD", 840, 2), ("JPY", 392, 0), ("ISK", 352, 0), ("KWD", 414, 3),
            ("TND", 788, 3), ("CLF", 990, 4), ("UYW", 927, 4), ("UYI", 940, 0), ("CHE", 947, 2), ("HUF", 348, 2),
            ("MGA", 969, 2), ("SLE", 925, 2), ("VES", 928, 2), ("BYN", 933, 2), ("XCG", 532, 2), ("ALL", 8, 2),
        ] as [(String, UInt16, Int)])
    func exponents(alpha: String, numeric: UInt16, exponent: Int) throws {
        let found = try #require(Currency(alpha: alpha))
        #expect(found.numeric == numeric)
        #expect(found.exponent == exponent)
        #expect(Currency(numeric: numeric) == found)
    }

    @Test("letters are taken in either case; what ISO 4217 does not have is nil")
    func lookup() {
        #expect(Currency(alpha: "eur") == euro)
        for unknown in ["", "EU", "EURO", "XXX", "XAU", "€", "0826"] { #expect(Currency(alpha: unknown) == nil) }
        for unknown: UInt16 in [0, 1, 999, 9999, .max] { #expect(Currency(numeric: unknown) == nil) }
    }

    @Test("a withdrawn currency that left its number to another is that other one")
    func renamed() {
        #expect(Currency(alpha: "ANG") == Currency(alpha: "XCG"))
        #expect(Currency(numeric: 532)?.alpha == "XCG")
    }

    @Test("the readers' own exponents differ in 17 currencies, and each is in the table")
    func readerExponents() throws {
        #expect(ReaderCurrencies.exponents.count == 17)
        for (alpha, exponent) in ReaderCurrencies.exponents {
            let found = try #require(Currency(alpha: alpha))
            #expect(found.readerExponent == exponent)
            #expect(found.exponent != exponent)
        }
        #expect(euro.readerExponent == nil)
    }

    @Test("a warning can show what the reader's display will say")
    func onReader() {
        let yuan = Money(minorUnits: 1000, currency: currency("CNY"))
        #expect(yuan.decimal == "10.00")
        #expect(yuan.decimalOnReader == "100.0")
        #expect(Money(minorUnits: 1000, currency: currency("IQD")).decimalOnReader == "1000")
        #expect(Money(minorUnits: 1000, currency: euro).decimalOnReader == nil)
    }
}
