public import Payments

/// A decision of the acquirer with what has become of it since.
public struct KnownTransaction: Hashable, Sendable {
    public enum Since: Hashable, Sendable {
        /// It is as it was decided.
        case unchanged
        /// Reversed or voided as a whole.
        case cancelled
        /// Refunded until nothing was left of it.
        case refunded
    }

    public var entry: LedgerEntry
    /// Its place in the ledger; the first is 1.
    public var number: Int
    public var since: Since
    /// Minor units, as it is now.
    public var tip: Int64
    /// Minor units, without the tip; 0 where nothing was authorised.
    public var authorisedAmount: Int64
    /// Minor units that can still be given back or undone.
    public var left: Int64
    /// For people.
    public var statusMessage: String?
}

extension AcquirerMind {
    /// The decision that has this GUID, in either case.
    public func transaction(_ id: String) -> KnownTransaction? {
        (known[id] ?? known[id.lowercased()]).map(transaction)
    }

    /// All that happened under a reference, in its order: the payment, and what the cloud did to it. Adjustments of the
    /// tip are not among them; they stand in the payment.
    public func transactions(under reference: TransactionReference) -> [KnownTransaction] {
        transactions { $0.transactionReference == reference }
    }

    /// All that has this customer reference, in its order, but for adjustments of tips.
    public func transactions(ofCustomerReference reference: String) -> [KnownTransaction] {
        transactions { $0.customerReference == reference }
    }

    /// All that a gateway can name by the acquirer's number, in its order.
    public var numberedTransactions: [KnownTransaction] { transactions { $0.rrn != nil } }

    /// The decision that has this number.
    public func transaction(rrn: String) -> KnownTransaction? { transactions { $0.rrn == rrn }.first }

    /// All that happened on a reader, in its order, but for adjustments of tips.
    public func transactions(on serialNumber: String) -> [KnownTransaction] {
        transactions { $0.serialNumber == serialNumber }
    }

    private func transactions(where isWanted: (LedgerEntry) -> Bool) -> [KnownTransaction] {
        ledger.filter { $0.kind != .tipAdjustment && isWanted($0) }.compactMap { transaction($0.id) }
    }

    private func transaction(_ decided: Known) -> KnownTransaction {
        let id = decided.request.id
        return KnownTransaction(
            entry: ledger[decided.position], number: decided.position + 1, since: since(decided), tip: tip(of: id),
            authorisedAmount: decided.answer.authorisedAmount, left: left(of: id),
            statusMessage: decided.answer.statusMessage)
    }

    private func since(_ decided: Known) -> KnownTransaction.Since {
        let id = decided.request.id
        guard decided.answer.authorisedAmount > 0 else { return .unchanged }
        guard stands(id) else { return .cancelled }
        return refunded(of: id) > 0 && left(of: id) == 0 ? .refunded : .unchanged
    }
}
