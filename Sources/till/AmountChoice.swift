import Payments

/// The amount of a sale, from what stands on the command line.
enum AmountChoice {
    static func money(_ options: PaymentOptions) throws(Stop) -> Money {
        let isInPoints = options.operation.isInPoints
        guard let currency = isInPoints ? .points : Currency(alpha: options.currency) else {
            throw Stop(.usage, "currency-unknown", ["currency": options.currency])
        }
        if let minor = options.minor { return try exact(minor, currency) }
        let amount = options.amount ?? ""
        do throws(AmountError) {
            return try AmountText.parse(amount, currency: currency)
        } catch {
            throw Stop(.usage, error.code, ["amount": amount, "currency": currency.alpha])
        }
    }

    /// `--minor 1050`: digits and nothing else.
    private static func exact(_ digits: String, _ currency: Currency) throws(Stop) -> Money {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            throw Stop(.usage, "amount-not-a-number", ["amount": digits])
        }
        guard let units = Int64(digits), units <= Money.largestOnTheWire else {
            throw Stop(.usage, "amount-too-large", ["amount": digits])
        }
        guard units > 0 else { throw Stop(.usage, "amount-zero", ["amount": digits]) }
        return Money(minorUnits: units, currency: currency)
    }
}

extension AmountError {
    /// The stable code of the error.
    var code: String {
        switch self {
        case .notAnAmount, .unexpectedCharacter, .misplacedSeparator: "amount-not-a-number"
        case .sign: "amount-signed"
        case .ambiguous: "amount-ambiguous"
        case .tooManyDecimals: "amount-too-precise"
        case .zero: "amount-zero"
        case .tooLarge: "amount-too-large"
        }
    }
}
