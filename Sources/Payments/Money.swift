/// An amount of money: an integer count of the currency's minor units, never a fraction.
public struct Money: Hashable, Sendable {
    /// Minor units: 1050 is 10.50 EUR, 1050 JPY or 1.050 KWD.
    public var minorUnits: Int64
    public var currency: Currency

    public init(minorUnits: Int64, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// The most that a reader's 32-bit amount field carries. Source: heft.md 4.1.
    public static let largestOnTheWire: Int64 = 4_294_967_295

    /// No money at all, in ISO 4217's "no currency".
    public static let nothing = Money(minorUnits: 0, currency: .points)

    /// Digits with the currency's decimals and a point, no grouping: `10.50`. For logs, files and the wire of gateways.
    public var decimal: String { Self.decimal(minorUnits, exponent: currency.exponent) }

    static func decimal(_ minorUnits: Int64, exponent: Int) -> String {
        var digits = Array(String(minorUnits.magnitude).utf8)
        if exponent > 0 {
            let missing = max(0, exponent + 1 - digits.count)
            digits.insert(contentsOf: repeatElement(UInt8(ascii: "0"), count: missing), at: 0)
            digits.insert(UInt8(ascii: "."), at: digits.count - exponent)
        }
        return (minorUnits < 0 ? "-" : "") + String(decoding: digits, as: UTF8.self)
    }
}
