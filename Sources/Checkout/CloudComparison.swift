public import Gateways
public import Payments

/// What the acquirer's cloud says of a payment beside what the journal says.
public struct CloudComparison: Hashable, Sendable {
    /// The cloud's; nil where it knows nothing of the payment.
    public var transaction: CloudTransaction?
    /// The two don't contradict each other.
    public var agrees: Bool

    /// - Parameters:
    ///   - original: what the journal knows, with its refunds and its reversal.
    ///   - tip: what was set afterwards.
    ///   - transactions: what the cloud knows under the payment's reference, or of its reader.
    public init(_ original: OriginalPayment, tip: Tip?, among transactions: [CloudTransaction]) {
        let intent = original.intent
        let known = transactions.filter { !["UNDEFINED", "IN_PROGRESS"].contains($0.result.finStatus) }
        let named =
            intent.isAtCloud && intent.operation.isReversal
            ? known.first { $0.isNamed(intent.original?.eftTransactionID) }
            : known.first { $0.isNamed(original.eftTransactionID) }
                ?? known.first { original.isNamed($0, byOrder: intent.order) }
                ?? known.first {
                    original.eftTransactionID == nil
                        && ($0.reference == intent.reference
                            || $0.result.customerReference == intent.referenceOnTheWire)
                }
        transaction = named
        agrees = named.map { original.agrees(with: $0, tip: tip) } ?? !original.hasMoved
    }
}

extension CloudTransaction {
    fileprivate func isNamed(_ id: String?) -> Bool {
        id.map { $0.lowercased() == result.eftTransactionID?.lowercased() } ?? false
    }
}

extension OriginalPayment {
    /// How the cloud is asked for it. What was undone at the cloud stands there under its original.
    public var statusQuestion: CloudQuestion {
        let isUndone = intent.isAtCloud && intent.operation.isReversal
        return .status(isUndone ? intent.original?.reference ?? intent.reference : intent.reference)
    }

    /// How the merchant's gateway is asked for it: Redsys for sales and refunds, Opayo for what was done there. Nil for a
    /// payment that it doesn't know.
    public var merchantQuestion: CloudQuestion? {
        if let linked = intent.linkedOrder { return .linked(linked) }
        return intent.gateway == .redsys && intent.operation == .sale ? intent.order.map { .order($0) } : nil
    }

    /// Redsys has numbers and codes of its own for a reader's sale.
    fileprivate func isNamed(_ transaction: CloudTransaction, byOrder order: OrderNumber?) -> Bool {
        order != nil && transaction.result.customerReference == order?.text
            && transaction.result.authorisationCode == authorisationCode
    }

    /// What its reader did at that time; nil where none did it.
    public var feedQuestion: CloudQuestion? {
        guard !intent.readerSerialNumber.isEmpty else { return nil }
        return InquiryRule.feed(of: intent.readerSerialNumber, around: at, since: OriginalRule.sameDay)
    }

    fileprivate var hasMoved: Bool { outcome == .approved || outcome == .partlyApproved }

    fileprivate func agrees(with transaction: CloudTransaction, tip: Tip?) -> Bool {
        let word = transaction.result.finStatus
        // A reversal at the cloud stands there as what became of its original.
        if intent.isAtCloud, intent.operation.isReversal { return hasMoved == (word == "CANCELLED") }
        guard transaction.result.currency ?? intent.money.currency.alpha == intent.money.currency.alpha,
            transaction.result.requestedAmount ?? intent.money.minorUnits == intent.money.minorUnits
        else { return false }
        if isReversed { return word == "CANCELLED" }
        if let set = tip?.standing, transaction.result.gratuityAmount != set { return false }
        if word == "REFUNDED" { return hasMoved && refunded > 0 }
        return transaction.outcome(of: intent) == outcome
    }
}
