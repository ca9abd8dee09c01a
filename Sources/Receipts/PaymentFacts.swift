public import Payments

/// What a receipt can be made of where the reader gave none.
public struct PaymentFacts: Hashable, Sendable {
    public var outcome: Outcome
    public var result: TransactionResult
    /// What was asked for; nil for a recovered result that belongs to no payment of ours.
    public var money: Money?
    /// The payment's own reference.
    public var reference: TransactionReference

    public init(outcome: Outcome, result: TransactionResult, money: Money?, reference: TransactionReference) {
        self.outcome = outcome
        self.result = result
        self.money = money
        self.reference = reference
    }

    /// The currency that amounts are in; nil where neither we nor the reader said.
    public var currency: Currency? {
        money?.currency ?? result.currency.flatMap(Currency.init(named:))
    }

    /// What was asked for.
    public var requested: Money? { money ?? amount(result.requestedAmount) }

    /// What the outcome is about: the amount that moved where one did, else the amount that was asked for.
    public var principal: Money? {
        switch outcome {
        case .approved, .partlyApproved: amount(result.totalAmount ?? result.authorisedAmount) ?? requested
        case .declined, .cancelled, .failed, .unknown: requested
        }
    }

    /// An amount of the result with its currency; nil where one of them is missing.
    public func amount(_ minorUnits: Int64?) -> Money? {
        guard let minorUnits, let currency else { return nil }
        return Money(minorUnits: minorUnits, currency: currency)
    }

    /// The receipt that the reader sent for a copy; nil where it sent none.
    public func receipt(_ copy: ReceiptCopy) -> String? {
        let text = copy == .merchant ? result.merchantReceipt : result.customerReceipt
        return text.flatMap { $0.trimmed.isEmpty ? nil : $0 }
    }
}
