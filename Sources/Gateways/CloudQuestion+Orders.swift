public import Payments

/// A payment by mail or telephone as the cloud is asked for it. The card's token goes beside it. Source: gateways.md B.4.
public struct MotoOrder: Hashable, Sendable {
    /// Ours. For a sale it is kept, where the cloud keeps it; elsewhere the cloud puts the original's in its place.
    public var reference: TransactionReference
    /// Written in major units.
    public var money: Money
    /// What is refunded or undone; nil where a token says whose money it is.
    public var original: OriginalTransaction?
    public var customerReference: String

    public init(
        reference: TransactionReference, money: Money, original: OriginalTransaction?, customerReference: String
    ) {
        self.reference = reference
        self.money = money
        self.original = original
        self.customerReference = customerReference
    }

    /// The body of the request.
    /// - Parameter token: of the card; nil where the original says whose it is.
    func body(token: String?) -> JSONValue {
        .object([
            ("originalGuid", (original?.eftTransactionID).map(JSONValue.string)),
            ("cardToken", original == nil ? token.map(JSONValue.string) : nil),
            ("amount", .string(money.decimal)), ("currency", .string(money.currency.alpha)),
            ("transactionReference", .string(reference.text)), ("customerReference", .string(customerReference)),
            ("channel", "MO"),
        ])
    }

    /// The body of a reversal, which takes no more than this.
    var reversalBody: JSONValue {
        .object([
            ("originalGuid", (original?.eftTransactionID).map(JSONValue.string)),
            ("amount", .string(money.decimal)), ("currency", .string(money.currency.alpha)),
        ])
    }
}
