import Payments
import Readers
import Time

/// Readers that keep a log and hold no result back (Datecs): what stands there behind a payment's mark is that payment's
/// record, up to the mark of the next payment. Source: datecs.md 12.3.
extension CheckoutState {
    /// The reader is told of the payment once the mark is on disk.
    func marked(_ mark: ReaderMark) -> CheckoutStep {
        guard case .selling(_, let sale) = connection else { return unchanged(.reader(.refuseStart)) }
        let reference = sale.intent.reference
        var next = self
        next.note(mark, reference)
        return CheckoutStep(next, record: [CheckoutRecord(reference, .mark(mark))], perform: [.reader(.proceed)])
    }

    private mutating func note(_ mark: ReaderMark, _ reference: TransactionReference) {
        guard let index = payments.lastIndex(where: { $0.intent.reference == reference }) else { return }
        payments[index].mark = mark
    }

    /// From where the reader's log has to be read; nil where no payment of it is open.
    func oldestMark(on reader: ConnectedReader) -> ReaderMark? {
        logged(on: reader).first(where: \.isUnresolved)?.mark
    }

    /// One that an end of day would take with it.
    func keptByDay(on reader: ConnectedReader) -> TransactionReference? {
        logged(on: reader).first { $0.isUnresolved && !$0.isGoneFromLog }?.intent.reference
    }

    func unresolvedLogged(on reader: ConnectedReader) -> TransactionReference? {
        logged(on: reader).first(where: \.isUnresolved)?.intent.reference
    }

    /// Payments that the reader was told of, oldest first.
    private func logged(on reader: ConnectedReader) -> [KnownPayment] {
        payments.filter { $0.mark != nil && $0.intent.readerSerialNumber == reader.details.serialNumber }
    }

    /// Payments that can't have happened, as a till that was killed left them: cards that were to be kept, whose answer
    /// will never come; and what the reader was never told of, as there is no mark.
    func withoutLost(on reader: ConnectedReader) -> (next: CheckoutState, records: [CheckoutRecord]) {
        var (next, records) = withoutLostTokenisations
        let untold = payments.filter { payment in
            payment.outcome == nil && payment.mark == nil && payment.intent.wireProtocol == .datecs
                && payment.intent.readerSerialNumber == reader.details.serialNumber
        }
        for payment in untold {
            let result = payment.intent.failedResult
            next.settle(payment.intent.reference, .failed, result)
            records.append(CheckoutRecord(payment.intent.reference, .outcome(.failed, result)))
        }
        return (next, records)
    }
}

// MARK: What the reader has

extension CheckoutState {
    /// The result of the payment that the reader began last. It is ended once this is on disk.
    func unended(_ reading: ReaderReading, _ moment: Moment) -> CheckoutStep {
        guard case .fetching(let reader, _) = connection else { return unchanged() }
        guard let last = logged(on: reader).last, fits(reading.result, last.intent) else {
            return keep(reading, moment.fresh, .orphan(reading.outcome, reading.result))
        }
        let reference = last.intent.reference
        guard last.isUnresolved else {
            let told = TillEvent.recovered(reference: reference, reading.outcome, reading.result, isKnown: true)
            return unchanged(.reader(.acknowledgeResult), .publish(told))
        }
        return keep(reading, reference, .outcome(reading.outcome, reading.result))
    }

    private func keep(
        _ reading: ReaderReading, _ reference: TransactionReference, _ change: JournalEntry.Change
    ) -> CheckoutStep {
        var next = self
        next.settle(reference, reading.outcome, reading.result)
        let told = TillEvent.recovered(reference: reference, reading.outcome, reading.result, isKnown: false)
        return CheckoutStep(
            next, record: [CheckoutRecord(reference, change)], perform: [.reader(.acknowledgeResult), .publish(told)])
    }

    /// Every payment of this reader that is open is looked for in its own part of the log.
    func logRead(_ log: ReaderLogExtract, _ moment: Moment) -> CheckoutStep {
        guard case .fetching(let reader, _) = connection else { return unchanged() }
        var next = self
        var records: [CheckoutRecord] = []
        var told: [CheckoutEffect] = []
        func book(_ reference: TransactionReference, _ change: JournalEntry.Change, _ reading: ReaderReading) {
            next.settle(reference, reading.outcome, reading.result)
            records.append(CheckoutRecord(reference, change))
            told.append(
                .publish(.recovered(reference: reference, reading.outcome, reading.result, isKnown: false)))
        }
        for index in next.payments.indices where next.payments[index].mark?.isOfClosedDay(in: log) == true {
            let isOfReader = next.payments[index].intent.readerSerialNumber == reader.details.serialNumber
            next.payments[index].isGoneFromLog = isOfReader || next.payments[index].isGoneFromLog
        }
        for payment in logged(on: reader) where payment.isUnresolved {
            guard let reading = found(payment, in: log, on: reader) else { continue }
            book(payment.intent.reference, .outcome(reading.outcome, reading.result), reading)
        }
        // While one of ours is open, the log will tell whose it is.
        for reading in log.hung where !next.isKnown(reading) && next.unresolvedLogged(on: reader) == nil {
            book(moment.fresh, .orphan(reading.outcome, reading.result), reading)
        }
        return next.nowReady(reader, moment, records, told)
    }

    private func isKnown(_ reading: ReaderReading) -> Bool {
        guard let id = reading.result.eftTransactionID else { return false }
        return payments.contains { $0.eftTransactionID == id }
    }

    /// What became of a payment; nil where the log doesn't say for sure.
    private func found(
        _ payment: KnownPayment, in log: ReaderLogExtract, on reader: ConnectedReader
    ) -> ReaderReading? {
        guard let mark = payment.mark, !mark.isOfClosedDay(in: log),
            let part = part(of: log, from: mark, to: nextMark(after: payment, on: reader))
        else { return nil }
        let candidates = part.filter { $0.kind != .service }
        guard let record = candidates.first else {
            guard mark.provesAbsence(in: log) else { return nil }
            return ReaderReading(outcome: .failed, result: payment.intent.failedResult)
        }
        guard candidates.count == 1, record.kind == .payment(payment.intent.operation),
            fits(record.reading.result, payment.intent), record.reading.outcome != .unknown
        else { return nil }
        var reading = record.reading
        reading.result.customerReference = payment.intent.referenceOnTheWire
        return reading
    }

    /// The mark of the payment that the reader was told of next; nil where there is none.
    private func nextMark(after payment: KnownPayment, on reader: ConnectedReader) -> ReaderMark? {
        let all = logged(on: reader)
        guard let index = all.firstIndex(where: { $0.intent.reference == payment.intent.reference }),
            index + 1 < all.count
        else { return nil }
        return all[index + 1].mark
    }

    /// What stands behind one mark, up to the record of another; nil where the log doesn't go back as far.
    private func part(
        of log: ReaderLogExtract, from mark: ReaderMark, to end: ReaderMark?
    ) -> ArraySlice<ReaderLogRecord>? {
        var part = log.records[...]
        if let first = part.firstIndex(where: { $0.number == mark.lastRecord }) {
            part = part[(first + 1)...]
        } else if !log.isWhole || oldestBegins(after: mark) {
            return nil
        }
        guard let end else { return part }
        guard end != mark else { return [] }
        guard let last = part.firstIndex(where: { $0.number == end.lastRecord }) else { return nil }
        return part[...last]
    }

    /// The log was read from another payment's mark on, and this one's record isn't in it.
    private func oldestBegins(after mark: ReaderMark) -> Bool {
        guard case .fetching(let reader, _) = connection else { return true }
        return oldestMark(on: reader) != mark
    }

    private func fits(_ result: TransactionResult, _ intent: PaymentIntent) -> Bool {
        result.requestedAmount == intent.money.minorUnits && ResultMatch.isType(result.type, of: intent.operation)
            && result.currency ?? intent.money.currency.alpha == intent.money.currency.alpha
    }
}

extension ReaderMark {
    /// The log that it belongs to is gone.
    fileprivate func isOfClosedDay(in log: ReaderLogExtract) -> Bool {
        guard let batch, let current = log.batch else { return false }
        return batch != current
    }

    /// A log without the record says that there was none. One that began empty and is empty may have been wiped instead:
    /// it takes the batch to tell.
    fileprivate func provesAbsence(in log: ReaderLogExtract) -> Bool {
        lastRecord != nil || batch != nil && log.batch != nil
    }
}

extension PaymentIntent {
    /// Of one that never happened.
    fileprivate var failedResult: TransactionResult {
        var result = TransactionResult(finStatus: "FAILED")
        result.requestedAmount = money.minorUnits
        result.currency = money.currency.alpha
        result.customerReference = referenceOnTheWire
        return result
    }
}
