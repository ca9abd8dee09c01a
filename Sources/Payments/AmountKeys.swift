/// An amount as it is typed on a till: digits shift in from the right, in the currency's own decimals. The decimal key
/// turns what stands there into whole units, and the digits after it fill the decimals from the left.
///
/// EUR: `1 2 5 0` is 12.50, and so is `1 2 . 5`. Source: console.md "Amount entry".
public struct AmountKeys: Hashable, Sendable {
    public enum Key: Hashable, Sendable {
        /// 0 to 9.
        case digit(Int)
        /// Point and comma alike, wherever they are on the keyboard.
        case decimal
        case backspace
        case clear
    }

    public let currency: Currency
    /// What has been typed, without leading zeros, as a number: minor units, or whole units in decimal entry.
    private var typed: Int64 = 0
    /// The decimals typed so far; nil while digits shift in.
    private var decimals: [Int]?

    public init(currency: Currency) { self.currency = currency }

    /// Goes on from an amount, as if its digits had been typed; outside the limit it counts as nothing.
    public init(_ money: Money) {
        currency = money.currency
        typed = (0...Money.largestOnTheWire).contains(money.minorUnits) ? money.minorUnits : 0
    }

    /// What stands there now; zero while nothing does.
    public var money: Money { Money(minorUnits: minorUnits, currency: currency) }

    /// True after the decimal key: digits fill the decimals.
    public var isDecimalEntry: Bool { decimals != nil }

    /// Takes a key.
    /// - Returns: false where it changes nothing: past the limit, a decimal too many, a leading zero.
    @discardableResult
    public mutating func press(_ key: Key) -> Bool {
        var next = self
        switch key {
        case .digit(let digit): next.append(digit)
        case .decimal: next.startDecimals()
        case .backspace: next.takeBack()
        case .clear: next = AmountKeys(currency: currency)
        }
        guard next != self, next.minorUnits <= Money.largestOnTheWire else { return false }
        self = next
        return true
    }

    private var minorUnits: Int64 {
        guard let decimals else { return typed }
        let padded = decimals + Array(repeating: 0, count: currency.exponent - decimals.count)
        return padded.reduce(typed) { $0 * 10 + Int64($1) }
    }

    private mutating func append(_ digit: Int) {
        guard (0...9).contains(digit) else { return }
        guard let decimals else {
            typed = typed * 10 + Int64(digit)
            return
        }
        if decimals.count < currency.exponent { self.decimals = decimals + [digit] }
    }

    private mutating func startDecimals() {
        if currency.exponent > 0, decimals == nil { decimals = [] }
    }

    private mutating func takeBack() {
        switch decimals {
        case nil: typed /= 10
        case []?: decimals = nil
        case let some?: decimals = some.dropLast()
        }
    }
}
