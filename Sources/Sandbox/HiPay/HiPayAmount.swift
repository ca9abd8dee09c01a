import Payments

/// Amounts as HiPay has them: major units with two decimals. Source: gateways.md A.3, A.5.
enum HiPayAmount {
    /// More than zero, in a currency that has two decimals: of others nobody knows how they are written.
    static func money(_ amount: String, _ currency: String) throws(HiPayError) -> Money {
        guard currency.utf8.count == 3, let known = Currency(alpha: currency), known.alpha == currency,
            known.exponent == 2
        else { throw .currency }
        return Money(minorUnits: try minorUnits(amount), currency: known)
    }

    /// Digits, a point and two digits, nothing else.
    static func minorUnits(_ text: String) throws(HiPayError) -> Int64 {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy(\.isDigits), !parts[0].isEmpty, parts[1].utf8.count == 2 else {
            throw .notDecimal("amount")
        }
        guard text.utf8.count <= 16, let amount = MajorAmount.minorUnits(text, exponent: 2) else { throw .amountLimit }
        guard amount > 0 else { throw .invalid("amount") }
        return amount
    }
}
