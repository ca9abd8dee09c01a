import Gateways
import Payments
import Time

/// Payments that nobody knows the end of are looked up at the acquirer's cloud.
extension CheckoutState {
    /// Begins what is to be looked up without being told, and drops what has been settled in some other way.
    func withInquiries(_ moment: Moment) -> (next: CheckoutState, perform: [CheckoutEffect]) {
        let isAutomatic = [inquiryRule, merchantRule].contains { $0?.isAutomatic == true }
        guard !inquiries.isEmpty || isAutomatic else { return (self, []) }
        var next = self
        let open = Set(payments.filter(\.isUnresolved).map(\.intent.reference))
        for reference in inquiries.keys where !open.contains(reference) { next.inquiries[reference] = nil }
        guard isAutomatic else { return (next, []) }
        var effects: [CheckoutEffect] = []
        for payment in next.toLookUp { effects += next.begin(payment, decision: nil, at: moment.now) }
        return (next, effects)
    }

    /// What the till would look up by itself, as much as may be asked at once.
    private var toLookUp: ArraySlice<KnownPayment> {
        let asking = inquiries.values.count(where: \.isAsking)
        return payments.filter { payment in
            payment.isUnresolved && rule(for: payment.intent)?.isAutomatic == true
                && inquiries[payment.intent.reference] == nil && !isBusy(with: payment)
        }
        .prefix(max(0, InquiryRule.mostAtOnce - asking))
    }

    /// Its reader is at it, or is being asked for what it holds.
    private func isBusy(with payment: KnownPayment) -> Bool {
        switch connection {
        case .selling(_, let sale): sale.intent.reference == payment.intent.reference
        case .fetching(let reader, _): reader.details.serialNumber == payment.intent.readerSerialNumber
        case .none, .connecting, .lost, .ready, .stuck, .serving: false
        }
    }

    /// When an inquiry goes on, or begins, by itself.
    var inquiryDeadline: Uptime? {
        guard inquiryRule != nil || merchantRule != nil else { return nil }
        if !toLookUp.isEmpty { return .zero }
        return inquiries.values.compactMap(\.deadline).min()
    }

    /// A reversal that stands in the journal goes on; anything else begins with what the cloud knows.
    private mutating func begin(
        _ payment: KnownPayment, decision: InquiryDecision?, at now: Uptime
    ) -> [CheckoutEffect] {
        let reference = payment.intent.reference
        let question: CloudQuestion
        let stage: Inquiry.Stage
        if let id = payment.reversing {
            (question, stage) = (.reverse(eftTransactionID: id), .reversing(eftTransactionID: id))
        } else {
            question = payment.intent.nextQuestion
            stage = .asking(question)
        }
        inquiries[reference] = Inquiry(stage, decision: decision, at: now)
        return [.ask(reference, question)]
    }
}

// MARK: What people ask for

extension CheckoutState {
    /// Looks a payment up, or hurries an inquiry that waits. With a decision, that is what is done should it turn out to
    /// be authorised.
    func lookUp(_ reference: TransactionReference, _ decision: InquiryDecision?, _ moment: Moment) -> CheckoutStep {
        guard inquiryRule != nil || merchantRule != nil else { return refused(.noGateway) }
        guard let payment = unresolved(reference), !isBusy(with: payment) else { return refused(.nothingToResolve) }
        guard rule(for: payment.intent) != nil else { return refused(unaskable(payment.intent)) }
        let permission: Permission? = decision.map { $0 == .reverse ? .reversal : .sale }
        if let permission, let refusal = refusal(of: [permission], moment) { return refusal }
        var next = self
        if decision == .reverse { next.authority.grant = nil }
        guard var inquiry = inquiries[reference] else {
            let question = next.begin(payment, decision: decision, at: moment.now)
            return CheckoutStep(next, perform: question)
        }
        inquiry.decision = decision ?? inquiry.decision
        next.inquiries[reference] = inquiry
        return next.goOn(reference, inquiry, at: moment)
    }

    private func unaskable(_ intent: PaymentIntent) -> TillFault {
        if intent.operation.isLinked { return merchantGateway == intent.gateway ? .accountMissing : .noGateway }
        return intent.wireProtocol == .heft ? .noGateway : .onlyItsReaderKnows
    }

    func unresolved(_ reference: TransactionReference) -> KnownPayment? {
        payments.first { $0.intent.reference == reference && $0.isUnresolved }
    }
}

// MARK: Time

extension CheckoutState {
    /// The one inquiry that has waited longest goes on; the others have their turn with the next look at the clock.
    func inquiriesDue(_ moment: Moment) -> CheckoutStep {
        let due = inquiries.filter { $0.value.deadline.map { $0 <= moment.now } ?? false }
        let first = due.min { ($0.value.deadline ?? .zero, $0.key.text) < ($1.value.deadline ?? .zero, $1.key.text) }
        guard let (reference, inquiry) = first else { return unchanged() }
        guard case .undecided(let transaction, _) = inquiry.stage else { return goOn(reference, inquiry, at: moment) }
        return reverse(reference, inquiry, transaction, .undecided)
    }

    /// The next question now, whether or not its time has come; what was decided is done.
    private func goOn(_ reference: TransactionReference, _ inquiry: Inquiry, at moment: Moment) -> CheckoutStep {
        switch inquiry.stage {
        case .asking, .reversing: unchanged()
        case .waiting:
            ask(reference, inquiry, nextQuestion(reference), as: .asking(nextQuestion(reference)))
        case .reversalUnanswered(let id, _):
            ask(reference, inquiry, .reverse(eftTransactionID: id), as: .reversing(eftTransactionID: id))
        case .undecided(let transaction, _):
            switch inquiry.decision {
            case nil: unchanged()
            case .keep: keep(reference, transaction)
            case .reverse: reverse(reference, inquiry, transaction, .decided)
            }
        }
    }

    private func nextQuestion(_ reference: TransactionReference) -> CloudQuestion {
        unresolved(reference)?.intent.nextQuestion ?? .status(reference)
    }

    func ask(
        _ reference: TransactionReference, _ inquiry: Inquiry, _ question: CloudQuestion, as stage: Inquiry.Stage
    ) -> CheckoutStep {
        var inquiry = inquiry
        inquiry.stage = stage
        return CheckoutStep(with(inquiry, reference), perform: [.ask(reference, question)])
    }
}

// MARK: Answers

extension CheckoutState {
    func cloudSaid(_ reference: TransactionReference, _ finding: CloudFinding, _ moment: Moment) -> CheckoutStep {
        if let tip, tip.order.reference == reference { return tipSaid(tip, finding, moment) }
        guard var inquiry = inquiries[reference], inquiry.isAsking, let payment = unresolved(reference) else {
            return unchanged()  // settled meanwhile: late, and harmless
        }
        guard !isBusy(with: payment) else { return CheckoutStep(with(inquiry.later(moment.now), reference)) }
        if case .trouble(let trouble) = finding { return unanswered(reference, inquiry, trouble, moment) }
        inquiry.trouble = nil
        inquiry.troubleCount = 0
        if let step = orderSaid(payment, inquiry, finding, moment) { return step }
        switch (inquiry.stage, finding) {
        case (.asking(.status), .transactions(let transactions)):
            return know(payment, inquiry, CloudMatch.status(transactions, of: payment), wasFeed: false, moment)
        case (.asking(.feed), .transactions(let transactions)):
            let others = payments.filter { $0.intent.reference != reference }
            let match = CloudMatch.feed(transactions, of: payment, among: others)
            return know(payment, inquiry, match, wasFeed: true, moment)
        case (.reversing, .reversed(let id?)): return reversed(payment, inquiry, id)
        case (.reversing, .reversed(nil)): return confirm(reference, inquiry)
        case (.reversing, .notReversed(let code)): return notReversed(reference, inquiry, code)
        default: return unanswered(reference, inquiry, .unreadable, moment)
        }
    }

    private func unanswered(
        _ reference: TransactionReference, _ inquiry: Inquiry, _ trouble: CloudTrouble, _ moment: Moment
    ) -> CheckoutStep {
        var inquiry = inquiry.later(moment.now)
        inquiry.trouble = trouble
        inquiry.troubleCount += 1
        return told(reference, inquiry)
    }

    private func know(
        _ payment: KnownPayment, _ inquiry: Inquiry, _ match: CloudMatch, wasFeed: Bool, _ moment: Moment
    ) -> CheckoutStep {
        var inquiry = inquiry
        inquiry.isAmbiguous = match == .several
        let reference = payment.intent.reference
        switch match {
        case .found(let transaction): return found(transaction, payment, inquiry, moment)
        case .contradiction: return unanswered(reference, inquiry, .unreadable, moment)
        case .nothing where payment.intent.isAtCloud && !inquiry.isSaidUndone:
            return silent(payment, inquiry, moment)
        case .nothing where !wasFeed && !payment.intent.isAtCloud:
            guard isFeedDue(payment, inquiry, moment) else { return told(reference, inquiry.later(moment.now)) }
            let feed = feedQuestion(payment)
            inquiry.feedAskedAt = moment.now
            return ask(reference, inquiry, feed, as: .asking(feed))
        case .nothing where inquiry.isSaidUndone: return reversed(payment, inquiry, nil)
        case .nothing:
            inquiry.emptyRounds += 1
            guard inquiry.emptyRounds >= InquiryRule.emptyRounds, isOver(payment, inquiry, moment) else {
                return told(reference, inquiry.later(moment.now))
            }
            return notCharged(payment)
        case .running, .several: return told(reference, inquiry.later(moment.now))
        }
    }

    private func isFeedDue(_ payment: KnownPayment, _ inquiry: Inquiry, _ moment: Moment) -> Bool {
        guard let last = inquiry.feedAskedAt else { return true }
        return last + InquiryRule.feedInterval <= moment.now || isOver(payment, inquiry, moment)
    }

    private func feedQuestion(_ payment: KnownPayment) -> CloudQuestion {
        InquiryRule.feed(of: payment.intent.readerSerialNumber, around: payment.at)
    }

    /// The acquirer has had the time that a transaction takes to reach it. By the wall's clock the distance counts, so
    /// that one that was set back makes nobody wait for ever.
    func isOver(_ payment: KnownPayment, _ inquiry: Inquiry, _ moment: Moment) -> Bool {
        abs(moment.wall.milliseconds - payment.at.milliseconds) >= InquiryRule.whole.milliseconds
            || moment.now - inquiry.startedAt >= InquiryRule.whole
    }

    private func found(
        _ transaction: CloudTransaction, _ payment: KnownPayment, _ inquiry: Inquiry, _ moment: Moment
    ) -> CheckoutStep {
        let reference = payment.intent.reference
        guard let outcome = transaction.outcome(of: payment.intent), transaction.result.eftTransactionID != nil else {
            return unanswered(reference, inquiry, .unreadable, moment)
        }
        guard transaction.mayBeUndone else { return settled(reference, outcome, transaction.result) }
        var inquiry = inquiry
        if inquiry.isSaidUndone {
            inquiry.isSaidUndone = false
            inquiry.reversalRefused = Inquiry.undoneAlready
        }
        inquiry.transaction = transaction
        let since = inquiry.authorisedSince ?? moment.now
        inquiry.authorisedSince = since
        let sure = since + InquiryRule.provisional
        // Without a reader nobody undoes it by himself.
        guard sure <= moment.now || payment.intent.isAtCloud || isOver(payment, inquiry, moment) else {
            inquiry.stage = .waiting(until: sure)
            return told(reference, inquiry)
        }
        // What undoes another transaction is not undone itself.
        guard !payment.intent.operation.isReversal else { return settled(reference, outcome, transaction.result) }
        switch inquiry.decision {
        case .keep: return keep(reference, transaction)
        case .reverse where inquiry.reversalRefused == nil: return reverse(reference, inquiry, transaction, .decided)
        case .reverse, nil:
            let until = inquiry.reversalRefused == nil ? inquiryRule?.decideWithin.map { moment.now + $0 } : nil
            inquiry.stage = .undecided(transaction, until: until)
            return told(reference, inquiry)
        }
    }
}
