public import Payments
public import Time

/// What the acquirer's cloud is asked about a payment.
public enum CloudQuestion: Hashable, Sendable {
    /// What became of the transaction with this reference.
    case status(TransactionReference)
    /// Everything that was done under this reference, each as it stood then.
    case attempts(TransactionReference)
    /// All that one reader did between two moments.
    case feed(serialNumber: String, from: WallTime, to: WallTime)
    /// Undo the whole transaction with this GUID. Asking again is safe: undone is undone. *seen*
    case reverse(eftTransactionID: String)
    /// The same, because the merchant wants it.
    case undo(eftTransactionID: String)
    /// Set the tip of the sale with this GUID; 0 takes it away, the last one counts. Asking again is safe. *seen*
    case tip(eftTransactionID: String, Money)
    /// The same through the older service; minor units.
    case oldTip(eftTransactionID: String, minorUnits: Int64, at: WallTime)
    /// Not to be asked twice: nobody promises that a reference is done but once.
    case motoSale(MotoOrder)
    case motoRefund(MotoOrder)
    /// Asking again is safe.
    case motoReversal(MotoOrder)
    /// Money back on a reader's sale, at Redsys or Opayo. Not to be asked twice.
    case linkedRefund(LinkedOrder)
    /// A sale that the issuer approved by telephone, with the code that it gave; at Opayo. Not to be asked twice.
    case referredSale(LinkedOrder, code: String)
    /// What the gateway knows of one of these: at Redsys all refunds of the sale, at Opayo what has the reference.
    case linked(LinkedOrder)
    /// What Redsys knows of the sale with this number.
    case order(OrderNumber)
}

/// What the cloud said. Nothing about money is concluded from troubles.
public enum CloudFinding: Hashable, Sendable {
    /// What it knows; of one reference the current state first. Empty where it knows nothing.
    case transactions([CloudTransaction])
    /// It is undone, now or since earlier; the reversal's own GUID where the cloud named it.
    case reversed(id: String?)
    /// It won't undo it: its error code, or the issuer's.
    case notReversed(code: String)
    /// What became of a tip.
    case tip(TipOutcome)
    /// A payment at the cloud was decided; the word of its result says how.
    case booked(CloudTransaction)
    /// A payment at the cloud was not even tried, for this code.
    case refused(code: String)
    /// No answer, or none that can be read.
    case trouble(CloudTrouble)
}

/// Why there is no answer. It may be asked again.
public enum CloudTrouble: Hashable, Sendable {
    /// No connection, or it broke.
    case unreachable
    /// The key is missing, locked away or refused.
    case keyRefused
    /// An HTTP status that says nothing of the payment.
    case status(Int)
    /// A body that is not what the gateway sends.
    case unreadable
    /// Its signature is not the gateway's: somebody changed it, or the merchant's key is another.
    case notAuthentic

    /// The stable name that stands on the screen, in JSON and in the manual.
    public var code: String {
        switch self {
        case .unreachable: "gateway-unreachable"
        case .keyRefused: "gateway-key-refused"
        case .status: "gateway-status"
        case .unreadable: "gateway-unreadable"
        case .notAuthentic: "gateway-not-authentic"
        }
    }

    /// For engineers.
    public var detail: String { if case .status(let status) = self { String(status) } else { "" } }
}
