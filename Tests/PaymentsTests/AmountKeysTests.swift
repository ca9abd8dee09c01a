import Payments
import Testing

@Suite("Amounts as they are typed")
struct AmountKeysTests {
    @Test("digits shift in from the right, in the currency's own decimals")
    func shifting() {
        #expect(typing("1250", in: euro).money.decimal == "12.50")
        #expect(typing("1250", in: yen).money.decimal == "1250")
        #expect(typing("1250", in: dinar).money.decimal == "1.250")
        #expect(typing("007", in: euro).money.decimal == "0.07")
    }

    @Test("the decimal key, point or comma, makes whole units of what stands there")
    func decimalEntry() {
        #expect(typing("12.5", in: euro).money.decimal == "12.50")
        #expect(typing("12,05", in: euro).money.decimal == "12.05")
        #expect(typing(".5", in: euro).money.decimal == "0.50")
        #expect(typing("12.", in: euro).money.decimal == "12.00")
        #expect(typing("1.5", in: dinar).money.decimal == "1.500")
    }

    @Test("a decimal too many, a second decimal key and decimals of a currency without any change nothing")
    func refusedKeys() {
        let keys = typing("12.34", in: euro)
        #expect(refuses(keys, .digit(5)))
        #expect(refuses(keys, .decimal))
        #expect(keys.money.minorUnits == 1234)
        let whole = typing("12", in: yen)
        #expect(refuses(whole, .decimal))
        #expect(whole.money.minorUnits == 12)
    }

    @Test("backspace goes back through the decimals, the decimal key and the digits")
    func backspace() {
        var keys = typing("12.5", in: euro)
        let shown = (0..<5).map { _ in
            keys.press(.backspace)
            return keys.money.decimal
        }
        #expect(shown == ["12.00", "0.12", "0.01", "0.00", "0.00"])
        #expect(!keys.isDecimalEntry)
    }

    @Test("nothing goes above what the reader's amount field carries")
    func limit() {
        let keys = typing("4294967295", in: euro)
        #expect(keys.money.minorUnits == Money.largestOnTheWire)
        #expect(refuses(keys, .digit(0)))
        #expect(refuses(keys, .decimal))
        #expect(keys.money.minorUnits == Money.largestOnTheWire)
        let nearly = typing("429496729", in: euro)
        #expect(refuses(nearly, .digit(6)))
        #expect(!refuses(nearly, .digit(5)))
    }

    @Test("clear forgets everything, decimal entry too")
    func clearing() {
        var keys = typing("12.5", in: euro)
        keys.press(.clear)
        #expect(keys == AmountKeys(currency: euro))
    }

    @Test("an amount can be gone on with; one that no reader takes counts as nothing")
    func continuing() {
        var keys = AmountKeys(Money(minorUnits: 1250, currency: euro))
        keys.press(.digit(0))
        #expect(keys.money.decimal == "125.00")
        #expect(AmountKeys(Money(minorUnits: -1, currency: euro)).money.minorUnits == 0)
        #expect(AmountKeys(Money(minorUnits: .max, currency: euro)).money.minorUnits == 0)
    }

    @Test("a digit that is none changes nothing")
    func noDigit() {
        let keys = typing("1", in: euro)
        #expect(refuses(keys, .digit(10)))
        #expect(refuses(keys, .digit(-1)))
        #expect(keys.money.minorUnits == 1)
    }

    /// Whether the key changes nothing.
    private func refuses(_ keys: AmountKeys, _ key: AmountKeys.Key) -> Bool {
        var copy = keys
        return !copy.press(key) && copy == keys
    }

    private func typing(_ text: String, in currency: Currency) -> AmountKeys {
        var keys = AmountKeys(currency: currency)
        for character in text {
            keys.press(character.wholeNumberValue.map(AmountKeys.Key.digit) ?? .decimal)
        }
        return keys
    }
}
