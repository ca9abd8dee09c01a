public import Payments

/// What is done at the merchant's gateway about an earlier payment of a reader, without a card: money back on a sale, or a
/// sale that the issuer approved by telephone. Source: rows R5, E9, E10.
public struct LinkedOrder: Hashable, Sendable {
    /// Ours.
    public var reference: TransactionReference
    /// Of a refund at most what is left of the sale.
    public var money: Money
    public var original: OriginalTransaction
    /// The earlier payment's number at Redsys; nil where it has none.
    public var order: OrderNumber?

    public init(
        reference: TransactionReference, money: Money, original: OriginalTransaction, order: OrderNumber?
    ) {
        self.reference = reference
        self.money = money
        self.original = original
        self.order = order
    }
}
