import Gateways
import Payments
import Time

/// How inquiries end: kept, not charged, undone, or decided about anew.
extension CheckoutState {
    func keep(_ reference: TransactionReference, _ transaction: CloudTransaction) -> CheckoutStep {
        let isPart = transaction.result.finStatus == "PARTIAL_APPROVAL"
        return settled(reference, isPart ? .partlyApproved : .approved, transaction.result)
    }

    /// The acquirer knows nothing of it after all the time it takes: no money has moved.
    func notCharged(_ payment: KnownPayment) -> CheckoutStep {
        var result = TransactionResult(finStatus: "FAILED")
        result.requestedAmount = payment.intent.money.minorUnits
        result.currency = payment.intent.money.currency.alpha
        return settled(payment.intent.reference, .failed, result)
    }

    /// That it is undone is on disk before the acquirer is asked to.
    func reverse(
        _ reference: TransactionReference, _ inquiry: Inquiry, _ transaction: CloudTransaction, _ reason: ReversalReason
    ) -> CheckoutStep {
        guard let id = transaction.result.eftTransactionID else { return unchanged() }
        var inquiry = inquiry
        inquiry.transaction = transaction
        inquiry.stage = .reversing(eftTransactionID: id)
        var next = with(inquiry, reference)
        next.noteReversing(reference, id)
        return CheckoutStep(
            next, record: [CheckoutRecord(reference, .reversing(eftTransactionID: id, reason))],
            perform: [.publish(.inquiry(reference, inquiry)), .ask(reference, .reverse(eftTransactionID: id))])
    }

    func reversed(_ payment: KnownPayment, _ inquiry: Inquiry, _ id: String?) -> CheckoutStep {
        var result = inquiry.transaction?.result ?? TransactionResult(finStatus: "CANCELLED")
        result.finStatus = "CANCELLED"
        result.eftTransactionID = payment.reversing ?? result.eftTransactionID
        result.requestedAmount = payment.intent.money.minorUnits
        result.currency = payment.intent.money.currency.alpha
        result.authorisedAmount = 0
        result.raw = id.map {
            .init(header: "", result: nil, fields: Detail(name: "reversalGuid", text: $0, children: []))
        }
        return settled(payment.intent.reference, .cancelled, result)
    }

    /// It is undone since earlier, they say: what they know of it has to agree.
    func confirm(_ reference: TransactionReference, _ inquiry: Inquiry) -> CheckoutStep {
        var inquiry = inquiry
        inquiry.isSaidUndone = true
        inquiry.feedAskedAt = nil
        return ask(reference, inquiry, .status(reference), as: .asking(.status(reference)))
    }

    /// It stays as it is, and somebody has to decide anew; nothing is tried again by itself.
    func notReversed(
        _ reference: TransactionReference, _ inquiry: Inquiry, _ code: String
    ) -> CheckoutStep {
        var inquiry = inquiry
        inquiry.reversalRefused = code
        inquiry.decision = nil
        // What the cloud knows may have changed since: that is why it refused.
        inquiry.transaction = nil
        var next = with(inquiry, reference)
        next.noteReversing(reference, nil)
        return next.ask(reference, inquiry, .status(reference), as: .asking(.status(reference)))
    }

    /// What was found out could not be written down: it is found out again.
    func inquiryUnrecorded(_ reference: TransactionReference, _ fault: TillFault, _ moment: Moment) -> CheckoutStep {
        if let tip, tip.order.reference == reference { return tipUnrecorded(tip, fault) }
        guard let inquiry = inquiries[reference] else { return refused(fault) }
        return CheckoutStep(with(inquiry.later(moment.now), reference), perform: [.publish(.fault(fault))])
    }

    func settled(
        _ reference: TransactionReference, _ outcome: Outcome, _ result: TransactionResult
    ) -> CheckoutStep {
        var next = self
        next.inquiries[reference] = nil
        next.settle(reference, outcome, result)
        return CheckoutStep(
            next, record: [CheckoutRecord(reference, .outcome(outcome, result))],
            perform: [.publish(.settled(reference: reference, outcome, result))])
    }

    func told(_ reference: TransactionReference, _ inquiry: Inquiry) -> CheckoutStep {
        CheckoutStep(with(inquiry, reference), perform: [.publish(.inquiry(reference, inquiry))])
    }

    func with(_ inquiry: Inquiry, _ reference: TransactionReference) -> CheckoutState {
        var next = self
        next.inquiries[reference] = inquiry
        return next
    }
}
