import Gateways
import Payments
import Time

/// Tips are set afterwards, at the acquirer's cloud. What is set is read back: an early one may get lost.
extension CheckoutState {
    /// That it is about to be sent is on disk first.
    func adjustTip(_ order: TipOrder, _ moment: Moment) -> CheckoutStep {
        guard inquiryRule != nil else { return refused(.noGateway) }
        if let refusal = refusal(of: [.sale], moment) { return refusal }
        guard tip == nil, authority.check == nil else { return refused(.busy) }
        guard (0...Money.largestOnTheWire).contains(order.minorUnits) else { return refused(.amountOutOfRange) }
        guard let original = moment.original, original.isPaid, let id = original.eftTransactionID else {
            return refused(.originalMissing)
        }
        guard original.intent.operation.isSale, original.intent.wireProtocol == .heft else {
            return refused(.originalOfOtherKind)
        }
        guard !original.isReversed else { return refused(.alreadyReversed) }
        guard original.refunded == 0 else { return refused(.alreadyRefunded) }
        let tip = TipAdjustment(
            order: order, money: Money(minorUnits: order.minorUnits, currency: original.intent.money.currency),
            eftTransactionID: id, serialNumber: original.intent.readerSerialNumber, soldAt: original.at)
        var step = send(tip, moment)
        step.record = [CheckoutRecord(order.reference, .tip(order.minorUnits, .intended))]
        return step
    }

    private func send(_ tip: TipAdjustment, _ moment: Moment) -> CheckoutStep {
        var tip = tip
        tip.isEarly = tip.youth(at: moment.wall) > .zero
        let question: CloudQuestion =
            tip.order.usesOldService
            ? .oldTip(eftTransactionID: tip.eftTransactionID, minorUnits: tip.order.minorUnits, at: moment.wall)
            : .tip(eftTransactionID: tip.eftTransactionID, tip.money)
        return ask(tip, .sending, question)
    }

    private func ask(_ tip: TipAdjustment, _ stage: TipAdjustment.Stage, _ question: CloudQuestion) -> CheckoutStep {
        var tip = tip
        tip.stage = stage
        return CheckoutStep(with(tip), perform: [.ask(tip.order.reference, question)])
    }

    /// When what was set early is looked at.
    var tipDeadline: Uptime? {
        if case .waiting(let until) = tip?.stage { until } else { nil }
    }

    func tipDue() -> CheckoutStep { tip.map { readBack($0, .status($0.order.reference)) } ?? unchanged() }

    private func readBack(_ tip: TipAdjustment, _ question: CloudQuestion) -> CheckoutStep {
        ask(tip, .readingBack(question), question)
    }

    func tipSaid(_ tip: TipAdjustment, _ finding: CloudFinding, _ moment: Moment) -> CheckoutStep {
        switch (tip.stage, finding) {
        case (.sending, .tip(.authorised)):
            guard tip.isEarly else { return readBack(tip, .status(tip.order.reference)) }
            var waiting = tip
            waiting.stage = .waiting(until: moment.now + max(.zero, tip.youth(at: moment.wall)))
            return CheckoutStep(with(waiting))
        case (.sending, .tip(let outcome)): return end(tip, outcome)
        case (.sending, .trouble(let trouble)): return end(tip, .unknown, trouble)
        case (.sending, _): return end(tip, .unknown, .unreadable)
        case (.readingBack(let question), .transactions(let transactions)):
            return wasRead(tip, transactions, question, moment)
        case (.readingBack, .trouble(let trouble)): return notRead(tip, trouble)
        case (.readingBack, _): return notRead(tip, .unreadable)
        case (.waiting, _): return unchanged()
        }
    }

    /// What has a reference of the merchant's own is found by its reader alone.
    private func wasRead(
        _ tip: TipAdjustment, _ transactions: [CloudTransaction], _ question: CloudQuestion, _ moment: Moment
    ) -> CheckoutStep {
        let id = tip.eftTransactionID.lowercased()
        let sale = transactions.first { $0.result.eftTransactionID?.lowercased() == id }
        guard let set = sale?.result.gratuityAmount else {
            guard case .status = question, !tip.serialNumber.isEmpty else { return notRead(tip, nil) }
            return readBack(tip, InquiryRule.feed(of: tip.serialNumber, around: tip.soldAt))
        }
        guard set != tip.order.minorUnits else { return end(tip, .authorised) }
        guard !tip.isRepeated else { return end(tip, .unknown) }
        var again = tip
        again.isRepeated = true
        return send(again, moment)
    }

    /// That it was set has been said; only of an early one that is not enough.
    private func notRead(_ tip: TipAdjustment, _ trouble: CloudTrouble?) -> CheckoutStep {
        tip.isEarly ? end(tip, .unknown, trouble) : end(tip, .authorised)
    }

    private func end(_ tip: TipAdjustment, _ outcome: TipOutcome, _ trouble: CloudTrouble? = nil) -> CheckoutStep {
        CheckoutStep(
            with(nil), record: [CheckoutRecord(tip.order.reference, .tip(tip.order.minorUnits, outcome))],
            perform: [.publish(.tipped(reference: tip.order.reference, tip.money, outcome, trouble))])
    }

    /// What became of it could not be written down: in the journal it stays as it was intended, so nobody knows.
    func tipUnrecorded(_ tip: TipAdjustment, _ fault: TillFault) -> CheckoutStep {
        CheckoutStep(
            with(nil),
            perform: [
                .publish(.fault(fault)), .publish(.tipped(reference: tip.order.reference, tip.money, .unknown, nil)),
            ])
    }

    private func with(_ tip: TipAdjustment?) -> CheckoutState {
        var next = self
        next.tip = tip
        return next
    }
}
