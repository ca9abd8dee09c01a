import Gateways
import Payments
import Time

/// Payments that are made at the acquirer's cloud without a reader: reversals, and payments by mail or telephone. Each is
/// a payment like any other, and an inquiry from its first moment: what has no answer is found out.
///
/// A reversal is asked for again, which is safe. A sale or refund never is: it is looked up under its reference, and
/// where the cloud knows nothing of that, it stays unknown, because the cloud may not keep references.
/// Source: rows H25, H27, gateways.md B.6, F (CUS-837).
extension CheckoutState {
    /// The intent is on disk before the cloud is asked.
    func order(_ order: PaymentOrder, _ moment: Moment) -> CheckoutStep {
        if order.operation.isLinked { return orderLinked(order, moment) }
        guard inquiryRule != nil else { return refused(.noGateway) }
        guard order.operation.isMoto || order.operation.isReversal else { return refused(.originalOfOtherKind) }
        if let refusal = refusal(of: order.permissions, moment) { return refusal }
        guard authority.check == nil else { return refused(.busy) }
        let serialNumber = order.operation.isMoto ? "" : moment.original?.intent.readerSerialNumber ?? ""
        if let fault = objection(to: order, on: serialNumber, speaking: .heft, moment) { return refused(fault) }
        let intent = PaymentIntent(
            reference: moment.fresh, operation: order.operation, money: order.money,
            customerReference: order.customerReference, reader: "", readerSerialNumber: serialNumber,
            original: moment.original?.named, despiteUnknown: order.despiteUnknown,
            authorisedBy: authority.voucher(for: order.permissions, at: moment.now))
        guard let question = intent.cloudOrder else { return refused(.originalMissing) }
        return begun(intent, asking: question, moment)
    }

    /// It is an inquiry from its first moment.
    func begun(_ intent: PaymentIntent, asking question: CloudQuestion, _ moment: Moment) -> CheckoutStep {
        var next = self
        next.authority.grant = nil
        next.payments.append(KnownPayment(intent: intent, at: moment.wall, outcome: nil, eftTransactionID: nil))
        // Whoever ordered it waits for it: what turns out to be done is meant.
        next.inquiries[intent.reference] = Inquiry(.asking(question), decision: .keep, at: moment.now)
        return CheckoutStep(
            next, record: [CheckoutRecord(intent.reference, .intent(intent))],
            perform: [.publish(.started(intent)), .ask(intent.reference, question)])
    }

    /// What an answer means to a payment that is made here; nil where it means what it means to any.
    func orderSaid(
        _ payment: KnownPayment, _ inquiry: Inquiry, _ finding: CloudFinding, _ moment: Moment
    ) -> CheckoutStep? {
        guard payment.intent.isAtCloud, payment.reversing == nil, case .asking(let question) = inquiry.stage else {
            return nil
        }
        switch (question, finding) {
        case (.motoSale, .booked(let transaction)), (.motoRefund, .booked(let transaction)):
            let outcome = transaction.outcome(of: payment.intent) ?? .unknown
            return settled(payment.intent.reference, outcome, transaction.result)
        case (.motoSale, .refused(let code)), (.motoRefund, .refused(let code)): return notDone(payment, code)
        case (.linkedRefund, .booked(let transaction)), (.referredSale, .booked(let transaction)):
            let outcome = transaction.outcome(of: payment.intent) ?? .unknown
            return settled(payment.intent.reference, outcome, transaction.result)
        case (.linkedRefund, .refused(let code)), (.referredSale, .refused(let code)): return notDone(payment, code)
        case (.linked, .transactions(let transactions)): return foundLinked(payment, inquiry, transactions, moment)
        case (.undo, .reversed(let id?)), (.motoReversal, .reversed(let id?)): return undone(payment, id)
        case (.undo, .reversed(nil)), (.motoReversal, .reversed(nil)): return askWhetherUndone(payment, inquiry)
        case (.undo, .notReversed(let code)), (.motoReversal, .notReversed(let code)): return notDone(payment, code)
        case (.attempts, .transactions(let transactions)):
            let other = payment.intent.original.flatMap { feed(around: payment, ofSale: $0.reference) }
            return foundRefund(payment, inquiry, transactions, orIn: other, moment)
        case (.feed, .transactions(let transactions)) where payment.intent.operation == .motoRefund:
            return foundRefund(payment, inquiry, transactions, orIn: nil, moment)
        case (.status, .transactions(let transactions)) where inquiry.isSaidUndone:
            return told(payment, inquiry, CloudMatch.isUndone(payment.intent.original, in: transactions), moment)
        case (.feed, .transactions(let transactions)) where inquiry.isSaidUndone:
            return told(payment, inquiry, CloudMatch.isUndone(payment.intent.original, in: transactions), moment)
        default: return nil
        }
    }

    /// It had been undone before, they say: what they know of the original has to agree.
    private func askWhetherUndone(_ payment: KnownPayment, _ inquiry: Inquiry) -> CheckoutStep {
        var inquiry = inquiry
        inquiry.isSaidUndone = true
        return ask(payment, inquiry, .status(payment.intent.original?.reference ?? payment.intent.reference))
    }

    /// A refund of a sale stands under the sale's reference, or, where the merchant had given one of their own, on the
    /// sale's reader. One that isn't there may still come: nothing follows from it.
    private func foundRefund(
        _ payment: KnownPayment, _ inquiry: Inquiry, _ transactions: [CloudTransaction], orIn feed: CloudQuestion?,
        _ moment: Moment
    ) -> CheckoutStep {
        switch CloudMatch.refund(transactions, of: payment, among: payments) {
        case .found(let refund):
            guard let outcome = refund.outcome(of: payment.intent) else { break }
            return settled(payment.intent.reference, outcome, refund.result)
        case .nothing: if let feed { return ask(payment, inquiry, feed) }
        case .running, .several, .contradiction: break
        }
        return silent(payment, inquiry, moment)
    }

    /// What the reader of a sale did around a refund of it; nil where that is not known.
    private func feed(around refund: KnownPayment, ofSale reference: TransactionReference) -> CloudQuestion? {
        let sale = payments.first { $0.intent.reference == reference }
        guard let serialNumber = sale?.intent.readerSerialNumber, !serialNumber.isEmpty else { return nil }
        return InquiryRule.feed(of: serialNumber, around: refund.at)
    }

    /// - Parameter isUndone: nil where the original is not among what they know. One that has a reference of the
    ///   merchant's own is found by its reader alone.
    private func told(
        _ payment: KnownPayment, _ inquiry: Inquiry, _ isUndone: Bool?, _ moment: Moment
    ) -> CheckoutStep {
        if isUndone == true { return undone(payment, nil) }
        if isUndone == false { return notDone(payment, Inquiry.undoneAlready) }
        if case .asking(.status) = inquiry.stage, !payment.intent.readerSerialNumber.isEmpty {
            let feed = InquiryRule.feed(
                of: payment.intent.readerSerialNumber, around: payment.at, since: OriginalRule.sameDay)
            return ask(payment, inquiry, feed)
        }
        return silent(payment, inquiry, moment)
    }

    /// The cloud knows nothing, and of this payment that says nothing.
    func silent(_ payment: KnownPayment, _ inquiry: Inquiry, _ moment: Moment) -> CheckoutStep {
        var inquiry = inquiry.later(moment.now)
        inquiry.isSaidUndone = false
        inquiry.emptyRounds += 1
        inquiry.isSilent = inquiry.emptyRounds >= InquiryRule.emptyRounds
        var next = self
        next.inquiries[payment.intent.reference] = inquiry
        return CheckoutStep(next, perform: [.publish(.inquiry(payment.intent.reference, inquiry))])
    }

    private func ask(_ payment: KnownPayment, _ inquiry: Inquiry, _ question: CloudQuestion) -> CheckoutStep {
        var inquiry = inquiry
        inquiry.stage = .asking(question)
        var next = self
        next.inquiries[payment.intent.reference] = inquiry
        return CheckoutStep(next, perform: [.ask(payment.intent.reference, question)])
    }

    private func undone(_ payment: KnownPayment, _ id: String?) -> CheckoutStep {
        var result = payment.intent.result("AUTHORISED")
        result.authorisedAmount = payment.intent.money.minorUnits
        result.totalAmount = result.authorisedAmount
        result.eftTransactionID = id
        return settled(payment.intent.reference, .approved, result)
    }

    /// - Parameter code: the gateway's number, or the issuer's two digits, which decline.
    private func notDone(_ payment: KnownPayment, _ code: String) -> CheckoutStep {
        let isIssuers = code.utf8.count == 2
        var result = payment.intent.result(isIssuers ? "DECLINED" : "FAILED")
        result.errorMessage = code
        return settled(payment.intent.reference, isIssuers ? .declined : .failed, result)
    }
}

extension PaymentIntent {
    /// How the cloud is asked to do it; nil for what it does not do.
    var cloudOrder: CloudQuestion? {
        guard isAtCloud else { return nil }
        let order = MotoOrder(
            reference: reference, money: money, original: original, customerReference: referenceOnTheWire)
        switch operation {
        case .saleReversal, .refundReversal: return original.map { .undo(eftTransactionID: $0.eftTransactionID) }
        case .motoSale: return .motoSale(order)
        case .motoRefund: return .motoRefund(order)
        case .motoReversal: return original == nil ? nil : .motoReversal(order)
        case .sale, .saleAndTokenise, .refund, .tokenise, .cashAdvance, .advanceReversal, .loyaltySpend,
            .loyaltyReversal, .preauthorisation, .capture, .release, .linkedRefund, .referredSale:
            return nil
        }
    }

    /// What finds out how it ended: a reversal at the cloud is asked for again, anything else is looked up.
    /// A refund of a sale stands under the sale's reference. *own choice*
    var nextQuestion: CloudQuestion {
        if let linkedOrder { return .linked(linkedOrder) }
        if operation == .motoRefund, let original { return .attempts(original.reference) }
        return operation.isReversal ? cloudOrder ?? .status(reference) : .status(reference)
    }

    /// The result of an order at the cloud, as far as it is known from here.
    fileprivate func result(_ finStatus: String) -> TransactionResult {
        var result = TransactionResult(finStatus: finStatus)
        result.type =
            [.saleReversal: "VOID_SALE", .refundReversal: "VOID_REFUND", .motoReversal: "MOTO_REVERSAL"][
                operation, default: operation.wordWithoutReader]
        result.requestedAmount = money.minorUnits
        result.currency = money.currency.alpha
        result.originalEFTTransactionID = original?.eftTransactionID
        result.customerReference = referenceOnTheWire
        return result
    }
}

extension PaymentIntent.Operation {
    /// What it is called in results that are made here.
    fileprivate var wordWithoutReader: String {
        switch self {
        case .motoRefund: "MOTO_REFUND"
        case .linkedRefund: "REFUND"
        case .referredSale: "SALE"
        default: "MOTO_SALE"
        }
    }
}
