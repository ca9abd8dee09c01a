import Payments
import Readers
import Time

/// Signatures that are looked at when the reader is done: it has approved the payment, and that stands in the journal.
/// What is not signed rightly is undone by a payment of its own. Source: datecs.md 18.5.
extension CheckoutState {
    /// As long as a HEFT reader gives. Source: heft.md 5.3. *own choice*
    private static let lookAtSlip = Duration.seconds(90)

    func askForSignature(
        _ reading: ReaderReading, _ sale: RunningPayment, on reader: ConnectedReader, _ moment: Moment
    ) -> CheckoutStep {
        let reference = sale.intent.reference
        let slip = PendingSignature(id: 1, receipt: reading.slip ?? "", until: moment.now + Self.lookAtSlip)
        var sale = sale
        sale.cancelAllowed = false
        sale.signature = slip
        sale.settled = SettledSale(reference: reference, reading: reading)
        var next = with(.selling(reader, sale))
        next.settle(reference, reading.outcome, reading.result)
        let seconds = Int(Self.lookAtSlip.components.seconds)
        return CheckoutStep(
            next, record: [CheckoutRecord(reference, .outcome(reading.outcome, reading.result))],
            perform: [
                .reader(.acknowledgeResult),
                .publish(.signatureRequest(id: slip.id, receipt: slip.receipt, secondsLeft: seconds)),
            ])
    }

    /// When nobody has looked at a slip in time.
    var slipDeadline: Uptime? {
        guard case .selling(_, let sale) = connection, sale.settled != nil else { return nil }
        return sale.signature?.until
    }

    func slipDue(_ moment: Moment) -> CheckoutStep {
        guard case .selling(let reader, let sale) = connection, let signature = sale.signature,
            let settled = sale.settled
        else { return unchanged() }
        var step = slipAnswered(.unanswered, settled, on: reader, moment)
        step.perform.insert(.publish(.signatureCancelled(id: signature.id)), at: 0)
        return step
    }

    /// The verdict stands in the journal before anything follows from it.
    func slipAnswered(
        _ verdict: SignatureVerdict, _ settled: SettledSale, on reader: ConnectedReader, _ moment: Moment
    ) -> CheckoutStep {
        let record = CheckoutRecord(settled.reference, .signature(verdict))
        var next = self
        next.note(verdict, settled.reference)
        guard verdict == .accepted else {
            return next.undo(settled, on: reader, moment, record) ?? next.stands(settled, on: reader, record)
        }
        return next.told(settled, settled.reading.outcome, on: reader, record)
    }

    private func told(
        _ settled: SettledSale, _ outcome: Outcome, on reader: ConnectedReader, _ record: CheckoutRecord
    ) -> CheckoutStep {
        CheckoutStep(
            with(.ready(reader)), record: [record], perform: [.publish(settled.result(outcome)), .publish(.ready)])
    }

    /// Somebody has to know that it is paid although nobody signed for it.
    private func stands(_ settled: SettledSale, on reader: ConnectedReader, _ record: CheckoutRecord) -> CheckoutStep {
        var step = told(settled, .approved, on: reader, record)
        step.perform.insert(.publish(.fault(.notUndone)), at: 0)
        return step
    }

    /// - Returns: nil where the acquirer has given it no numbers to undo it by.
    private func undo(
        _ settled: SettledSale, on reader: ConnectedReader, _ moment: Moment, _ record: CheckoutRecord?
    ) -> CheckoutStep? {
        guard let sale = payments.first(where: { $0.intent.reference == settled.reference }),
            let id = sale.eftTransactionID, let code = sale.authorisationCode
        else { return nil }
        let original = OriginalTransaction(
            reference: settled.reference, eftTransactionID: id, authorisationCode: code)
        let intent = PaymentIntent(
            reference: moment.fresh, operation: .saleReversal, money: sale.intent.money, customerReference: nil,
            reader: reader.uri, wireProtocol: reader.details.wireProtocol,
            readerSerialNumber: reader.details.serialNumber, original: original, tip: sale.intent.tip,
            cashback: sale.intent.cashback)
        var running = RunningPayment(intent: intent, startedAt: moment.now)
        running.settled = settled
        var next = with(.selling(reader, running))
        next.payments.append(KnownPayment(intent: intent, at: moment.wall, outcome: nil, eftTransactionID: nil))
        let records = (record.map { [$0] } ?? []) + [CheckoutRecord(intent.reference, .intent(intent))]
        return CheckoutStep(
            next, record: records, perform: [.publish(.started(intent)), .reader(.start(ReaderRequest(intent)))])
    }

    /// The payment that was to undo the other has ended. What became of that one is told last.
    func undone(
        _ settled: SettledSale, by intent: PaymentIntent, _ reading: ReaderReading, on reader: ConnectedReader
    ) -> CheckoutStep {
        let isUnknown = reading.outcome == .unknown
        var next = with(isUnknown ? .fetching(reader, afterUnknown: true) : .ready(reader))
        next.settle(intent.reference, reading.outcome, reading.result)
        let told = TillEvent.result(
            reference: intent.reference, reading.outcome, reading.result, secretRefused: reading.secretRefused)
        let after: CheckoutEffect =
            isUnknown ? .reader(.fetchPendingResult(since: next.oldestMark(on: reader))) : .publish(.ready)
        return CheckoutStep(
            next, record: [CheckoutRecord(intent.reference, .outcome(reading.outcome, reading.result))],
            perform: [.reader(.acknowledgeResult), .publish(told)]
                + (isUnknown || reading.outcome.movesMoney ? [] : [.publish(.fault(.notUndone))])
                + [.publish(settled.result(after: reading.outcome)), after])
    }

    /// Payments may start. One whose signature was not right, and that a till which was killed did not undo, is undone
    /// first.
    func nowReady(
        _ reader: ConnectedReader, _ moment: Moment, _ records: [CheckoutRecord] = [], _ perform: [CheckoutEffect] = []
    ) -> CheckoutStep {
        guard let sale = owedUndoing(on: reader),
            var step = undo(
                SettledSale(reference: sale.intent.reference, reading: sale.reading), on: reader, moment, nil)
        else {
            return CheckoutStep(with(.ready(reader)), record: records, perform: perform + [.publish(.ready)])
        }
        step.record = records + step.record
        step.perform = perform + step.perform
        return step
    }

    private func owedUndoing(on reader: ConnectedReader) -> KnownPayment? {
        payments.first { payment in
            payment.intent.wireProtocol == .datecs && payment.outcome == .approved
                && payment.intent.readerSerialNumber == reader.details.serialNumber
                && payment.signature != nil && payment.signature != .accepted
                && mayTryToUndo(payment)
        }
    }

    /// How often it is tried by itself, at connections in a row; then somebody has to. *own choice*
    private static let mostTries = 3

    private func mayTryToUndo(_ payment: KnownPayment) -> Bool {
        let tries = payments.filter {
            $0.intent.original?.reference == payment.intent.reference && $0.intent.operation.isReversal
        }
        return tries.count < Self.mostTries && tries.allSatisfy { !$0.isUnresolved && $0.outcome?.movesMoney == false }
    }

    private mutating func note(_ verdict: SignatureVerdict, _ reference: TransactionReference) {
        guard let index = payments.lastIndex(where: { $0.intent.reference == reference }) else { return }
        payments[index].signature = verdict
    }
}

extension SettledSale {
    fileprivate func result(_ outcome: Outcome) -> TillEvent {
        .result(reference: reference, outcome, reading.result, secretRefused: false)
    }

    /// - Parameter undoing: what became of the payment that was to undo it.
    fileprivate func result(after undoing: Outcome) -> TillEvent {
        switch undoing {
        case .approved, .partlyApproved: result(.declined)
        case .unknown: result(.unknown)
        case .declined, .cancelled, .failed: result(.approved)
        }
    }
}

extension RunningPayment {
    /// The reader is lost while the signature is looked at: the payment is approved all the same.
    var wordsWhenLost: [CheckoutEffect] {
        guard let signature, let settled, settled.reference == intent.reference else { return [] }
        return [
            .publish(.signatureCancelled(id: signature.id)), .publish(settled.result(settled.reading.outcome)),
        ]
    }
}

extension KnownPayment {
    /// What is left of its result.
    fileprivate var reading: ReaderReading {
        var result = TransactionResult(finStatus: "AUTHORISED")
        result.requestedAmount = intent.money.minorUnits
        result.authorisedAmount = intent.money.minorUnits
        result.currency = intent.money.currency.alpha
        result.eftTransactionID = eftTransactionID
        result.authorisationCode = authorisationCode
        return ReaderReading(outcome: .approved, result: result)
    }
}
