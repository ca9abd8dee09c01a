import Payments
import Readers
import Time

/// What a reader does besides payments. No money moves, and no payment starts meanwhile.
extension CheckoutState {
    func serve(_ service: ReaderService, _ moment: Moment) -> CheckoutStep {
        guard case .ready(let reader) = connection else { return refused(obstacle) }
        guard reader.details.wireProtocol.does(service) else { return refused(.serviceNotOnReader) }
        if service == .endOfDay, let open = keptByDay(on: reader) { return refused(.blocked(by: open)) }
        if let deed = service.deed, let refusal = refusal(of: [deed.permission], moment) { return refusal }
        guard authority.check == nil else { return refused(.busy) }
        var next = with(.serving(reader, RunningService(service, startedAt: moment.now)))
        let records = records(of: service)
        if !records.isEmpty { next.authority.grant = nil }
        return CheckoutStep(next, record: records, perform: [.publish(.serving(service)), .reader(.serve(service))])
    }

    /// Asks the reader even where it says that it holds nothing.
    func fetchPending() -> CheckoutStep {
        guard case .ready(let reader) = connection else { return refused(obstacle) }
        return CheckoutStep(
            with(.fetching(reader, afterUnknown: false)),
            perform: [.reader(.fetchPendingResult(since: oldestMark(on: reader)))])
    }

    func stopService() -> CheckoutStep {
        guard case .serving(let reader, var service) = connection else { return refused(.nothingToStop) }
        guard service.cancelAllowed else { return refused(.stopNotAllowed) }
        guard !service.stopRequested else { return unchanged() }
        service.stopRequested = true
        return CheckoutStep(with(.serving(reader, service)), perform: [.reader(.cancel)])
    }

    /// What is written down before it is done, where somebody has to answer for it.
    private func records(of service: ReaderService) -> [CheckoutRecord] {
        guard case .signedIn = authority.person, let deed = service.deed else { return [] }
        return [.audit(deed.event)]
    }

    /// Why nothing can be asked of the reader now.
    private var obstacle: TillFault {
        switch connection {
        case .none, .connecting, .lost: .notConnected
        case .stuck(_, let fault): fault
        case .selling: .paymentRuns
        case .fetching, .ready, .serving: .busy
        }
    }
}

// MARK: While a service runs

extension CheckoutState {
    func noted(
        _ notice: ReaderNotice, _ reader: ConnectedReader, _ running: RunningService, _ now: Uptime
    ) -> CheckoutStep {
        var running = running
        running.done += 1
        running.cancelAllowed = notice.cancelAllowed
        running.hasAnnounced = RunningService.announcements.contains(notice.code)
        let told: TillEvent =
            running.service.goesOnline
            ? .progress(done: running.done, notice) : .status(notice, elapsed: now - running.startedAt)
        return CheckoutStep(with(.serving(reader, running)), perform: [.publish(told)])
    }

    /// Only some have anything to ask a host.
    func relay(_ reader: ConnectedReader, _ running: RunningService) -> CheckoutStep {
        guard running.service.goesOnline else { return unchanged(.reader(.refuseRelay)) }
        guard !running.hasAnnounced else { return unchanged(.reader(.relay)) }
        var running = running
        running.done += 1
        return CheckoutStep(
            with(.serving(reader, running)),
            perform: [.publish(.progress(done: running.done, nil)), .reader(.relay)])
    }

    /// A code that comes when nobody scans any more is late and harmless.
    func scanned(_ code: String) -> CheckoutStep {
        guard case .serving = connection else { return unchanged() }
        return unchanged(.publish(.scanned(code: code)))
    }

    func served(_ result: ReaderServiceResult, _ moment: Moment) -> CheckoutStep {
        guard case .serving(let reader, let running) = connection else { return unchanged() }
        let told = CheckoutEffect.publish(.served(running.service, result))
        switch result {
        case .updated(restarting: true):
            let again = Reconnection(to: reader.details.serialNumber, restartingAt: moment.now)
            return CheckoutStep(with(.lost(reader.target, again)), perform: [told, .closeLink])
        case .refused(let status):
            let fault =
                status == TillFault.noScanner
                ? TillFault.scannerMissing : .serviceRefused(statusCode: status)
            return CheckoutStep(with(.ready(reader)), perform: [told, .publish(.fault(fault)), .publish(.ready)])
        case .dayClosed:
            var reader = reader
            if reader.details.demand == .endOfDay { reader.details.demand = nil }
            return CheckoutStep(with(.ready(reader)), perform: [told, .publish(.ready)])
        case .updated, .levelSet, .logCleared, .log, .logEmpty, .scannerOff, .connectionTested, .points, .clock, .keys,
            .menu:
            return CheckoutStep(with(.ready(reader)), perform: [told, .publish(.ready)])
        }
    }
}

// MARK: Cards that were to be kept when the till was killed

extension CheckoutState {
    /// Their answer will never come, and no money can have moved: they have failed.
    var withoutLostTokenisations: (next: CheckoutState, records: [CheckoutRecord]) {
        var next = self
        var records: [CheckoutRecord] = []
        for payment in payments where payment.outcome == nil && !payment.intent.operation.movesMoney {
            var result = TransactionResult(finStatus: "FAILED")
            result.type = "TOKENIZE_CARD"
            next.settle(payment.intent.reference, .failed, result)
            records.append(CheckoutRecord(payment.intent.reference, .outcome(.failed, result)))
        }
        return (next, records)
    }
}

extension ReaderService {
    /// It exchanges data with a host.
    var goesOnline: Bool {
        self == .update || self == .testConnection || self == .endOfDay || self == .loyaltyBalance
    }
}

extension TillFault {
    /// The reader has no scanner. Source: heft.md 6.1.
    static let noScanner: UInt16 = 0x002F
}

extension ReaderAddress.WireProtocol {
    /// Readers that speak it have such a service. Source: heft.md 5, datecs.md 5, 13, 14.
    fileprivate func does(_ service: ReaderService) -> Bool {
        switch service {
        case .update, .fetchLog: true
        case .setLogLevel, .clearLog, .scan: self == .heft
        case .testConnection, .endOfDay, .loyaltyBalance, .clock, .setClock, .keys, .menu: self == .datecs
        }
    }
}
