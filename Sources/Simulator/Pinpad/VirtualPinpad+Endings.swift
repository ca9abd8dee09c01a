import Acquirer
import Datecs
import Time

/// How transactions end, are broken off, and hang. Source: datecs.md 12.
extension VirtualPinpad {
    mutating func conclude(_ work: PinpadWork, _ outcome: PinpadOutcome, at now: Uptime) {
        let record = book(work, outcome)
        unconfirmed.removeAll(where: work.announced.contains)
        showEnd(of: record)
        tell(.complete(record.completion))
        say("complete \(outcome.result.rawValue)/\(outcome.error.rawValue)")
        // Keys end with their outcome. *own choice* (datecs.md 22)
        state = work.facts.kind == .keys ? .idle : .result(record, until: now + Self.endWait)
    }

    /// Takes it into the log, where it has a number.
    private mutating func book(_ work: PinpadWork, _ outcome: PinpadOutcome) -> LogRecord {
        var record = work.record(outcome)
        if owed.contains(where: { $0.stan == work.facts.stan }) { record.state = .reversed }
        if work.facts.stan != nil { log.append(record) }
        return record
    }

    private mutating func showEnd(of record: LogRecord) {
        guard let plan = record.plan else { return }
        switch record.outcome.result {
        case .approved: show(plan.isSigned ? .approvedPleaseSign : .approved)
        case .declined: show(.declined)
        default: break
        }
    }

    mutating func takeEnd(_ end: TransactionEnd, at now: Uptime) {
        switch state {
        case .idle: reply()
        case .working(let work):
            reply()
            conclude(work, .failed(.cancelled), at: now)
        case .result(let record, _):
            // What FAIL does to an approved one is not known: nothing here. *own choice* (datecs.md 12.1)
            if end == .fail, record.outcome.isApproved { say("END FAIL of an approved transaction is taken as OK") }
            reply()
            state = .idle
            let isRestarting = record.facts.kind == .parameters && settings.quirks.contains(.restarting)
            if isRestarting, record.outcome.isApproved { leavesAt = now + Self.restartDelay }
        }
    }

    /// END hasn't come.
    mutating func giveUpEnd() {
        guard case .result(let record, _) = state else { return }
        state = .idle
        hang(record)
    }

    /// A declined result never hangs.
    private mutating func hang(_ record: LogRecord) {
        guard record.counts, let stan = record.facts.stan else { return }
        log.mark(stan: stan, .hung)
        unconfirmed.append(stan)
        say("transaction \(stan) hangs")
    }

    mutating func linkLost(at now: Uptime) {
        let wasLinked = isLinked
        forgetLink()
        if wasLinked { say("link lost") }
        switch state {
        case .idle: break
        case .result: giveUpEnd()
        case .working(let work):
            state = .idle
            cutOff(work)
        }
    }

    private mutating func cutOff(_ work: PinpadWork) {
        switch work.stage {
        case .card, .application, .pin: say("abandoned, nothing was sent")
        case .finishing(let outcome): hang(book(work, outcome))
        case .online(let call) where call.reversing != nil: break
        case .online(let call):
            if let answer = call.answer { return hang(book(work, .answered(answer))) }
            guard call.hasSent else { return say("abandoned, nothing was sent") }
            owe(work.facts)
            if work.facts.isBooked { _ = book(work, .failed(.notConnected)) }
        }
    }
}
