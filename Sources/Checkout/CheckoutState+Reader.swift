import Payments
import Readers
import Time

/// What the reader says, and what follows.
extension CheckoutState {
    func linkOpened() -> CheckoutStep {
        guard case .connecting = connection else { return unchanged() }
        return unchanged(.introduce)
    }

    func linkFailed(_ fault: TillFault, _ moment: Moment) -> CheckoutStep {
        guard case .connecting(let target, let again) = connection else { return unchanged() }
        if let again { return triedInVain(target, again, fault, moment.now) }
        return CheckoutStep(
            with(.none), perform: [.publish(.fault(fault)), .publish(.disconnected(transacting: false, fault))])
    }

    func reader(_ event: ReaderEvent, _ moment: Moment) -> CheckoutStep {
        switch event {
        case .connected(let details): connected(details, moment)
        case .notice(let notice): noted(notice, moment.now)
        case .marked(let mark): marked(mark)
        case .unended(let reading): unended(reading, moment)
        case .logRead(let log): logRead(log, moment)
        case .signatureRequested(let id, let receipt, let seconds): signatureAsked(id, receipt, seconds, moment.now)
        case .signatureWithdrawn(let id): signatureWithdrawn(id)
        case .relayRequested: relay()
        case .challenged(let random): unchanged(.prove(readerRandom: random))
        case .finished(let reading): finish(reading, moment)
        case .recovered(let reading): recover(reading, moment)
        case .nothingPending: nothingPending(moment)
        case .pendingFailed(let status): pendingFailed(status)
        case .fault(let fault): unchanged(.publish(.fault(.reader(fault, money: moneyAtStake))))
        case .scanned(let code): scanned(code)
        case .served(let result): served(result, moment)
        case .closed(let fault): closed(fault, moment.now)
        }
    }

    /// What a fault means for the money while it is not known how the payment ends.
    private var moneyAtStake: TillFault.MoneyState {
        if case .selling(_, let sale) = connection, sale.intent.operation.movesMoney { .unknown } else { .none }
    }

    /// Before anything is sold here, the reader is asked for what it holds, unless it says that it holds nothing and the
    /// journal agrees. A journal without a payment on this reader can't: another till, or a lost journal, may have left
    /// something there, and readers were seen to hide it.
    private func connected(_ details: ReaderDetails, _ moment: Moment) -> CheckoutStep {
        guard case .connecting(let target, let again) = connection else { return unchanged() }
        // Another reader took its place: it is not spoken to, and the lost one is waited for.
        guard again?.serialNumber.map({ $0 == details.serialNumber }) ?? true else {
            let told = again?.isFirstOfAll == true ? [CheckoutEffect.publish(.fault(.anotherReader(details)))] : []
            return CheckoutStep(self, perform: told + [.reader(.disconnect)])
        }
        let reader = ConnectedReader(target: target, details: details)
        let (next, records) = withoutLost(on: reader)
        let here = next.payments.filter { $0.intent.readerSerialNumber == details.serialNumber }
        let mayHide = here.isEmpty && details.wireProtocol == .heft
        guard details.resultPending || mayHide || here.contains(where: \.isUnresolved) else {
            return next.nowReady(reader, moment, records, [.publish(.connected(details))])
        }
        return CheckoutStep(
            next.with(.fetching(reader, afterUnknown: false)), record: records,
            perform: [
                .publish(.connected(details)), .reader(.fetchPendingResult(since: next.oldestMark(on: reader))),
            ])
    }

    private func nothingPending(_ moment: Moment) -> CheckoutStep {
        guard case .fetching(let reader, _) = connection else { return unchanged() }
        if has(.sendsAgain), let again = sentAgain(on: reader) { return again }
        return nowReady(reader, moment)
    }

    private func sentAgain(on reader: ConnectedReader) -> CheckoutStep? {
        guard let intent = payments.last(where: \.isUnresolved)?.intent, intent.operation == .sale else { return nil }
        let request = ReaderRequest(.sale, money: intent.money, customerReference: intent.referenceOnTheWire)
        return CheckoutStep(
            with(.selling(reader, RunningPayment(intent: intent, startedAt: .zero))),
            perform: [.reader(.start(request))])
    }

    private func pendingFailed(_ status: UInt16) -> CheckoutStep {
        guard case .fetching(let reader, _) = connection else { return unchanged() }
        let fault = TillFault.pendingHeld(statusCode: status)
        return CheckoutStep(with(.stuck(reader, fault)), perform: [.publish(.fault(fault))])
    }

    private func closed(_ fault: ReaderFault?, _ now: Uptime) -> CheckoutStep {
        let cause = fault.map { TillFault.reader($0, money: .none) }
        let faults = cause.map { [CheckoutEffect.publish(.fault($0))] } ?? []
        func gone(transacting: Bool) -> CheckoutEffect { .publish(.disconnected(transacting: transacting, cause)) }
        func lost(_ reader: ConnectedReader, transacting: Bool) -> CheckoutStep {
            let next = fault == nil ? with(.none) : afterLosing(reader, now)
            return CheckoutStep(next, perform: [gone(transacting: transacting)])
        }
        switch connection {
        case .none, .lost: return unchanged()
        case .connecting(let target, let again?): return triedInVain(target, again, cause, now)
        case .connecting: return CheckoutStep(with(.none), perform: faults + [gone(transacting: false)])
        case .fetching(let reader, let afterUnknown): return lost(reader, transacting: afterUnknown)
        case .ready(let reader), .stuck(let reader, _): return lost(reader, transacting: false)
        case .serving(let reader, _):
            var step = lost(reader, transacting: false)
            step.perform.insert(contentsOf: faults, at: 0)
            return step
        case .selling(let reader, let sale):
            var step = lost(reader, transacting: true)
            step.perform.insert(contentsOf: sale.wordsWhenLost, at: 0)
            return step
        }
    }
}

// MARK: While a payment runs

extension CheckoutState {
    private func noted(_ notice: ReaderNotice, _ now: Uptime) -> CheckoutStep {
        if case .serving(let reader, let service) = connection { return noted(notice, reader, service, now) }
        guard case .selling(let reader, var sale) = connection else {
            return unchanged(.publish(.status(notice, elapsed: .zero)))
        }
        sale.cancelAllowed = notice.cancelAllowed
        return CheckoutStep(
            with(.selling(reader, sale)), perform: [.publish(.status(notice, elapsed: now - sale.startedAt))])
    }

    private func signatureAsked(_ id: Int, _ receipt: String, _ seconds: Int, _ now: Uptime) -> CheckoutStep {
        guard case .selling(let reader, var sale) = connection else { return unchanged() }
        sale.cancelAllowed = false
        sale.signature = PendingSignature(id: id, receipt: receipt, until: now + .seconds(seconds))
        return CheckoutStep(
            with(.selling(reader, sale)),
            perform: [.publish(.signatureRequest(id: id, receipt: receipt, secondsLeft: seconds))])
    }

    /// Nobody decided in time: that is written down and said, and the reader undoes the payment.
    private func signatureWithdrawn(_ id: Int) -> CheckoutStep {
        guard case .selling(let reader, var sale) = connection, sale.signature?.id == id else { return unchanged() }
        sale.signature = nil
        return CheckoutStep(
            with(.selling(reader, sale)),
            record: [CheckoutRecord(sale.intent.reference, .signature(.unanswered))],
            perform: [
                .publish(.signatureCancelled(id: id)), .reader(.answerSignature(id: id, .unanswered)),
            ])
    }

    /// A reader that is asked for what it holds may have a sale to undo first. That payment is unresolved and stands in
    /// the journal as relayed; nothing new can be charged here.
    private func relay() -> CheckoutStep {
        if case .fetching = connection { return unchanged(.reader(.relay)) }
        if case .serving(let reader, let service) = connection { return relay(reader, service) }
        guard case .selling(_, let sale) = connection else { return unchanged(.reader(.refuseRelay)) }
        var next = self
        next.noteRelay(sale.intent.reference)
        return CheckoutStep(
            next, record: [CheckoutRecord(sale.intent.reference, .relayed)], perform: [.reader(.relay)])
    }

    /// The result is on disk before the reader may forget it; one that belongs to nothing here is not acknowledged, and
    /// the reader keeps it. After *unknown* the reader is asked at once.
    private func finish(_ reading: ReaderReading, _ moment: Moment) -> CheckoutStep {
        guard case .selling(let reader, let sale) = connection else { return unchanged() }
        if reading.slip != nil { return askForSignature(reading, sale, on: reader, moment) }
        if let settled = sale.settled { return undone(settled, by: sale.intent, reading, on: reader) }
        let reference = sale.intent.reference
        var next = with(reading.outcome == .unknown ? .fetching(reader, afterUnknown: true) : .ready(reader))
        next.settle(reference, reading.outcome, reading.result)
        let told = TillEvent.result(
            reference: reference, reading.outcome, reading.result, secretRefused: reading.secretRefused)
        let after: CheckoutEffect =
            reading.outcome == .unknown
            ? .reader(.fetchPendingResult(since: next.oldestMark(on: reader))) : .publish(.ready)
        return CheckoutStep(
            next, record: [CheckoutRecord(reference, .outcome(reading.outcome, reading.result))],
            perform: [.reader(.acknowledgeResult), .publish(told), after])
    }
}

// MARK: Results that the reader had kept

extension CheckoutState {
    /// Booked to its payment once; what matches nothing is kept under a reference of its own.
    private func recover(_ reading: ReaderReading, _ moment: Moment) -> CheckoutStep {
        guard let serialNumber else { return unchanged() }
        let others = payments.filter { $0.intent.reference != runningReference }
        let arrived = has(.byOrderOfArrival) ? others.last(where: \.isUnresolved) : nil
        let match =
            arrived.map { .payment($0.intent.reference) }
            ?? ResultMatch.find(reading.result, from: serialNumber, among: others)
        switch match {
        case .payment(let reference):
            let reading = believed(reading, of: reference)
            if isBeingReversed(reference), reading.outcome.movesMoney { return noted(reading, of: reference) }
            var next = afterRecovery
            next.settle(reference, reading.outcome, reading.result)
            return booked(next, reference, .outcome(reading.outcome, reading.result), reading)
        case .nobody:
            return booked(afterRecovery, moment.fresh, .orphan(reading.outcome, reading.result), reading)
        case .known(let reference) where contradicts(reading, reference):
            var next = afterRecovery
            next.settle(reference, reading.outcome, reading.result)
            return booked(next, reference, .outcome(reading.outcome, reading.result), reading)
        case .known(let reference):
            let told = TillEvent.recovered(reference: reference, reading.outcome, reading.result, isKnown: true)
            return CheckoutStep(
                afterRecovery, perform: [.reader(.acknowledgeResult), .publish(told)] + readyAfterRecovery)
        }
    }

    private func isBeingReversed(_ reference: TransactionReference) -> Bool {
        payments.contains { $0.intent.reference == reference && $0.reversing != nil }
    }

    /// The till has set about undoing it: the result is kept, and whether it is undone stays to be found out.
    private func noted(_ reading: ReaderReading, of reference: TransactionReference) -> CheckoutStep {
        var reading = reading
        reading.outcome = .unknown
        return booked(afterRecovery, reference, .outcome(.unknown, reading.result), reading)
    }

    /// It was looked up while the reader was away, and the reader knows better: it has the proof that what nobody knew of
    /// was charged, or it has undone since what it could not finish.
    private func contradicts(_ reading: ReaderReading, _ reference: TransactionReference) -> Bool {
        guard let payment = payments.first(where: { $0.intent.reference == reference }), payment.reversing == nil else {
            return false
        }
        switch (payment.outcome, reading.outcome) {
        case (.failed, .approved), (.failed, .partlyApproved): return true
        case (.approved, .cancelled), (.partlyApproved, .cancelled): return true
        default: return false
        }
    }

    /// A reader that says *failed* of a payment whose request went to the acquirer does not know what became of it.
    private func believed(_ reading: ReaderReading, of reference: TransactionReference) -> ReaderReading {
        let payment = payments.first { $0.intent.reference == reference }
        guard reading.outcome == .failed, payment?.relayed == true else { return reading }
        var reading = reading
        reading.outcome = .unknown
        reading.result.finStatus = "UNDEFINED"
        return reading
    }

    private func booked(
        _ next: CheckoutState, _ reference: TransactionReference, _ change: JournalEntry.Change,
        _ reading: ReaderReading
    ) -> CheckoutStep {
        let told = TillEvent.recovered(reference: reference, reading.outcome, reading.result, isKnown: false)
        return CheckoutStep(
            next, record: [CheckoutRecord(reference, change)],
            perform: [.reader(.acknowledgeResult), .publish(told)] + readyAfterRecovery)
    }

    private var afterRecovery: CheckoutState {
        if case .fetching(let reader, _) = connection { with(.ready(reader)) } else { self }
    }

    private var readyAfterRecovery: [CheckoutEffect] {
        if case .fetching = connection { [.publish(.ready)] } else { [] }
    }

    private var runningReference: TransactionReference? {
        if case .selling(_, let sale) = connection { sale.intent.reference } else { nil }
    }
}
