import Gateways
import Payments
import Time

/// What the cloud's answer says of one payment. Another's transaction says nothing.
enum CloudMatch: Hashable {
    case found(CloudTransaction)
    /// The acquirer knows nothing of it, yet.
    case nothing
    /// It is being worked on.
    case running
    /// More than one fits.
    case several
    /// The answer contradicts what was asked for: nothing is concluded from it.
    case contradiction

    /// The first one shows the current state. Source: gateways.md B.5. Where a reader undid what never reached the
    /// acquirer, that alone is known.
    static func status(_ transactions: [CloudTransaction], of payment: KnownPayment) -> CloudMatch {
        let isUndoingAlone = transactions.allSatisfy { transaction in
            transaction.result.type == systemReversal && transaction.reference == payment.intent.reference
                && transaction.serialNumber == payment.intent.readerSerialNumber
        }
        guard let first = transactions.first, !isUndoingAlone else { return .nothing }
        switch first.result.finStatus {
        case "UNDEFINED": return .nothing
        case "IN_PROGRESS": return .running
        default: break
        }
        let intent = payment.intent
        let isNamed =
            first.reference == intent.reference
            || first.reference == nil && first.result.customerReference == intent.referenceOnTheWire
        let isFromHere = first.serialNumber.map { intent.isAtCloud || $0 == intent.readerSerialNumber } ?? true
        return isNamed && isFromHere && fits(first, intent) ? .found(first) : .contradiction
    }

    /// By reference, amount, currency and time, among what one reader did.
    /// - Parameters:
    ///   - others: payments of the journal; what is booked to one of them is not this one's, and one that is unresolved
    ///     and alike makes the match ambiguous.
    static func feed(
        _ transactions: [CloudTransaction], of payment: KnownPayment, among others: [KnownPayment]
    ) -> CloudMatch {
        let intent = payment.intent
        guard transactions.allSatisfy({ $0.serialNumber ?? intent.readerSerialNumber == intent.readerSerialNumber })
        else { return .contradiction }  // the feed of another reader, or of another merchant
        let booked = Set(others.filter { !$0.isUnresolved }.compactMap(\.eftTransactionID))
        let named = transactions.filter { transaction in
            transaction.result.customerReference == intent.referenceOnTheWire && isPayment(transaction, intent)
                && transaction.result.eftTransactionID.map { !booked.contains($0) } ?? true
        }
        let fitting = named.filter { fits($0, intent) && $0.result.eftTransactionID != nil }
        // What has its reference and is not what was asked for may be it all the same.
        guard let only = fitting.first else { return named.isEmpty ? .nothing : .contradiction }
        guard fitting.count == 1 else { return .several }
        if intent.customerReference != nil {
            guard isNear(only, payment), !others.contains(where: { isAlike($0, payment) }) else { return .several }
        }
        return .found(undoneSince(only, by: transactions))
    }

    /// A refund among what was done to its sale: of that sale and that amount, about that time, and not another refund's
    /// of the journal. It has the sale's references, not its own.
    static func refund(
        _ transactions: [CloudTransaction], of payment: KnownPayment, among others: [KnownPayment]
    ) -> CloudMatch {
        guard let original = payment.intent.original?.eftTransactionID.lowercased() else { return .nothing }
        let booked = Set(others.filter { !$0.isUnresolved }.compactMap(\.eftTransactionID))
        let fitting = transactions.filter { transaction in
            let result = transaction.result
            guard let id = result.eftTransactionID, result.type != nil, !booked.contains(id) else { return false }
            return result.originalEFTTransactionID?.lowercased() == original && fits(transaction, payment.intent)
                && isNear(transaction, payment)
        }
        guard let only = fitting.first else { return .nothing }
        let isAlone = fitting.count == 1 && !others.contains { isAlike($0, payment) }
        return isAlone ? .found(only) : .several
    }

    /// What was done at a merchant's gateway: by our reference where it gives one, else by kind and amount among what was
    /// done to the same earlier payment, and not another one's of the journal.
    static func linked(
        _ transactions: [CloudTransaction], of payment: KnownPayment, among others: [KnownPayment]
    ) -> CloudMatch {
        let siblings = others.filter { $0.intent.original?.reference == payment.intent.original?.reference }
        let booked = Set(siblings.filter { !$0.isUnresolved }.compactMap(\.eftTransactionID))
        let candidates = transactions.filter { transaction in
            transaction.reference.map { $0 == payment.intent.reference } ?? true
                && transaction.result.eftTransactionID.map { !booked.contains($0) } ?? true
        }
        let named = candidates.filter { $0.reference != nil }
        let fitting =
            named.isEmpty
            ? candidates.filter { fits($0, payment.intent) && isOfThatDay($0, payment) }
            : named.filter { ["DECLINED", "FAILED"].contains($0.result.finStatus) || fits($0, payment.intent) }
        if candidates.contains(where: { $0.result.finStatus == "IN_PROGRESS" }) { return .running }
        guard let only = fitting.first else { return named.isEmpty ? .nothing : .contradiction }
        let isAlone = fitting.count == 1 && (only.reference != nil || !others.contains { isAlike($0, payment) })
        return isAlone ? .found(only) : .several
    }

    /// Whether a transaction is undone by now; nil where it is not among those that are known, or nothing final is.
    static func isUndone(_ original: OriginalTransaction?, in transactions: [CloudTransaction]) -> Bool? {
        let id = original?.eftTransactionID.lowercased()
        guard let found = transactions.first(where: { $0.result.eftTransactionID?.lowercased() == id }) else {
            return nil
        }
        switch undoneSince(found, by: transactions).result.finStatus {
        case "CANCELLED": return true
        case "AUTHORISED", "PARTIAL_APPROVAL", "CAPTURED", "REFUNDED": return false
        default: return nil
        }
    }

    private static func fits(_ transaction: CloudTransaction, _ intent: PaymentIntent) -> Bool {
        let result = transaction.result
        return result.requestedAmount == intent.money.minorUnits && result.currency == intent.money.currency.alpha
            && isPayment(transaction, intent)
    }

    /// Of the kind that was asked for, and come to an end.
    private static func isPayment(_ transaction: CloudTransaction, _ intent: PaymentIntent) -> Bool {
        let result = transaction.result
        return ResultMatch.isType(result.type, of: intent.operation) && result.type != systemReversal
            && !["UNDEFINED", "IN_PROGRESS"].contains(result.finStatus)
    }

    /// What the system undid by itself, as opposed to a void.
    private static let systemReversal = "REVERSAL"

    private static func isNear(_ transaction: CloudTransaction, _ payment: KnownPayment) -> Bool {
        ResultMatch.isPlausible(
            transaction.result.eftTimestamp, payment.at.milliseconds, within: InquiryRule.sameTime)
    }

    /// The till remembers the latest payments alone: an older refund of the same sale and amount is not taken for this one.
    private static func isOfThatDay(_ transaction: CloudTransaction, _ payment: KnownPayment) -> Bool {
        ResultMatch.isPlausible(
            transaction.result.eftTimestamp, payment.at.milliseconds, within: ResultMatch.localTime)
    }

    private static func isAlike(_ other: KnownPayment, _ payment: KnownPayment) -> Bool {
        other.isUnresolved && other.intent.reference != payment.intent.reference
            && other.intent.customerReference == payment.intent.customerReference
            && other.intent.money == payment.intent.money && other.intent.operation == payment.intent.operation
            && other.intent.readerSerialNumber == payment.intent.readerSerialNumber
    }

    /// The feed tells what happened, not what is the case: a later entry may have undone it.
    private static func undoneSince(_ transaction: CloudTransaction, by all: [CloudTransaction]) -> CloudTransaction {
        let isUndone = all.contains { other in
            other.result.originalEFTTransactionID == transaction.result.eftTransactionID
                && other.result.finStatus == "AUTHORISED"
                && [systemReversal, "VOID_SALE", "VOID_REFUND"].contains(other.result.type ?? "")
        }
        guard isUndone else { return transaction }
        var undone = transaction
        undone.result.finStatus = "CANCELLED"
        undone.result.authorisedAmount = nil
        return undone
    }
}

extension CloudTransaction {
    /// What it means; nil where the word says nothing about the money. Source: gateways.md B.5.
    func outcome(of intent: PaymentIntent) -> Outcome? {
        switch result.finStatus {
        case "AUTHORISED", "CAPTURED", "REFUNDED": .approved
        case "PARTIAL_APPROVAL": .partlyApproved
        case "DECLINED": .declined
        case "CANCELLED": .cancelled
        case "FAILED": .failed
        default: nil
        }
    }

    /// It stands for now: a reader that could not finish it may undo it yet, and so may we.
    var mayBeUndone: Bool { ["AUTHORISED", "PARTIAL_APPROVAL"].contains(result.finStatus) }
}
