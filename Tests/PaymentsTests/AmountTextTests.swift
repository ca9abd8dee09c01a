import Payments
import Testing

@Suite("Amounts as people write them")
struct AmountTextTests {
    @Test(
        "every notation of the four languages means the same",
        arguments: [
            ("12,50", 1250), ("12.50", 1250), ("1.234,56", 123456), ("1 234,56", 123456), ("1,234.56", 123456),
            ("1\u{A0}234,56", 123456), ("1\u{202F}234,56", 123456), ("1\u{2009}234,56", 123456),
            ("1\u{3000}234,56", 123456), ("1'234.50", 123450), ("1\u{2019}234.50", 123450), ("1.234.567", 123_456_700),
            ("1 234", 123400), ("1'234", 123400), (",5", 50), (".05", 5), ("12,", 1200), ("30", 3000),
            ("10.5", 1050), ("  12.50\n", 1250), ("007.50", 750), ("0.01", 1), ("42949672.95", 4_294_967_295),
        ] as [(String, Int64)])
    func notations(text: String, minorUnits: Int64) throws {
        #expect(try AmountText.parse(text, currency: euro) == Money(minorUnits: minorUnits, currency: euro))
    }

    @Test(
        "what is no amount is refused with the reason",
        arguments: [
            ("", .notAnAmount), ("  ", .notAnAmount), (".", .notAnAmount), (",", .notAnAmount),
            (String(repeating: "1", count: 1000), .notAnAmount),
            ("-1", .sign), ("+1", .sign), ("\u{2212}1", .sign), ("12.50-", .sign),
            ("0", .zero), ("00.00", .zero), (",00", .zero),
            ("1e3", .unexpectedCharacter), ("0x10", .unexpectedCharacter), ("12.50 EUR", .unexpectedCharacter),
            ("١٢٫٥٠", .unexpectedCharacter), ("１２", .unexpectedCharacter), ("12\n50", .unexpectedCharacter),
            ("1\u{0}2", .unexpectedCharacter), ("NaN", .unexpectedCharacter),
            ("1,234", .ambiguous), ("1.234", .ambiguous), ("999.999", .ambiguous),
            ("12.505", .ambiguous), ("12.5000", .tooManyDecimals), ("1 234,567", .tooManyDecimals),
            (",567", .tooManyDecimals),
            ("12 50", .misplacedSeparator), ("1.23.4", .misplacedSeparator), ("1,2.3,4", .misplacedSeparator),
            ("1 234.567.890", .misplacedSeparator), ("1.234 567", .misplacedSeparator),
            ("1,23,456", .misplacedSeparator), ("0.123.456", .misplacedSeparator), ("12,50,", .misplacedSeparator),
            ("1'234 567", .misplacedSeparator), ("'123", .misplacedSeparator),
            ("42949672.96", .tooLarge), ("99999999999", .tooLarge), ("99999999999999999999999999999", .tooLarge),
        ] as [(String, AmountError)])
    func refusals(text: String, reason: AmountError) {
        #expect(throws: reason) { try AmountText.parse(text, currency: euro) }
    }

    @Test("three digits after a single separator are decimals where the currency has three")
    func threeDecimals() throws {
        #expect(try AmountText.parse("1,234", currency: dinar).minorUnits == 1234)
        #expect(try AmountText.parse("1.5", currency: dinar).minorUnits == 1500)
        #expect(try AmountText.parse("1'234.5", currency: dinar).minorUnits == 1_234_500)
    }

    @Test("three digits after a single separator are a group where the currency has no decimals")
    func noDecimals() throws {
        #expect(try AmountText.parse("1,234", currency: yen).minorUnits == 1234)
        #expect(try AmountText.parse("4294967295", currency: yen).minorUnits == 4_294_967_295)
        #expect(throws: AmountError.tooLarge) { try AmountText.parse("4294967296", currency: yen) }
        #expect(throws: AmountError.tooManyDecimals) { try AmountText.parse("12.5", currency: yen) }
        #expect(throws: AmountError.misplacedSeparator) { try AmountText.parse("0,123", currency: yen) }
    }

    @Test("all prices from 0.01 to 100.00 come back to the cent, with point and with comma")
    func everyPrice() throws {
        for cents in Int64(1)...10_000 {
            let money = Money(minorUnits: cents, currency: euro)
            let comma = String(money.decimal.map { $0 == "." ? "," : $0 })
            #expect(try AmountText.parse(money.decimal, currency: euro) == money)
            #expect(try AmountText.parse(comma, currency: euro) == money)
        }
    }
}
