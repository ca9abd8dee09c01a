import Payments
import Testing

@Suite("Money as text")
struct MoneyTests {
    @Test(
        "decimals are the currency's",
        arguments: [
            ("EUR", 1050, "10.50"), ("EUR", 5, "0.05"), ("EUR", 0, "0.00"), ("EUR", -5, "-0.05"),
            ("EUR", -1050, "-10.50"), ("JPY", 1000, "1000"), ("JPY", -1, "-1"), ("KWD", 1000, "1.000"),
            ("KWD", 1, "0.001"), ("CLF", 12_345, "1.2345"), ("EUR", 4_294_967_295, "42949672.95"),
            ("EUR", .min, "-92233720368547758.08"), ("EUR", .max, "92233720368547758.07"),
        ] as [(String, Int64, String)])
    func decimals(alpha: String, minorUnits: Int64, text: String) {
        #expect(Money(minorUnits: minorUnits, currency: currency(alpha)).decimal == text)
    }
}
