import Datecs
import EMV
import Payments
import Time

/// A transaction from START to COMPLETE, whoever wants it.
extension DatecsSession {
    /// How a transaction ended.
    enum RunEnd {
        /// The reader didn't begin it.
        case refused(Status)
        /// COMPLETE, and the receipt where there is one.
        case completed(Record, receipt: Record?)
        /// Nobody knows: no reply, or no COMPLETE in time.
        case lost
    }

    mutating func begin(_ start: TransactionStart, patience: Duration, at now: Uptime) {
        host.newTransaction()
        run = TransactionRun(start, patience: patience, at: now)
        ask(.start(start))
    }

    mutating func started(_ reply: Reply, at now: Uptime) -> [ReaderEffect] {
        guard run != nil else { return [] }
        guard reply.status == .ok else { return endRun(.refused(reply.status), at: now) }
        run?.isAccepted = true
        run?.cancelAllowed = true
        run?.heard(at: now)
        return [.event(.notice(.datecs(.started, cancelAllowed: true)))]
    }

    /// The reader's answer to our wish to stop: with status 7 the request has left already. *own choice* (datecs.md 12.1)
    mutating func cancelAnswered(_ reply: Reply, at now: Uptime) -> [ReaderEffect] {
        guard var running = run, running.complete == nil, reply.status != .ok else { return [] }
        running.cancelAllowed = false
        run = running
        return [.event(.notice(.datecs(.tooLateToCancel, cancelAllowed: false)))]
    }

    mutating func cancelRun() {
        guard var running = run, running.cancelAllowed, !running.cancelSent else { return }
        running.cancelSent = true
        running.cancelAllowed = false
        run = running
        ask(.end(.fail))
    }

    mutating func completed(_ record: Record, at now: Uptime) -> [ReaderEffect] {
        guard var running = run, running.complete == nil else { return [] }
        running.complete = record
        run = running
        line.drop(.readerState)
        guard running.start.type.hasReceipt else { return endRun(.completed(record, receipt: nil), at: now) }
        ask(.receiptTags(Tag.receipt))
        return []
    }

    /// Nothing after COMPLETE changes the verdict: a receipt that isn't given is left out. *seen* (datecs.md 21)
    mutating func receiptAnswered(_ receipt: Record?, at now: Uptime) -> [ReaderEffect] {
        guard let complete = run?.complete else { return [] }
        return endRun(.completed(complete, receipt: receipt), at: now)
    }

    mutating func endRun(_ end: RunEnd, at now: Uptime) -> [ReaderEffect] {
        guard let ended = run else { return [] }
        run = nil
        let hangUp = host.reset().compactMap(Self.hostEffect)
        line.drop(.receiveData)
        line.drop(.confirmEvent)
        switch phase {
        case .paying(let request): return hangUp + paid(request, ended, end)
        case .recovering: return hangUp + tested(end, at: now)
        case .serving(let service): return hangUp + served(service, end)
        case .fresh, .introducing, .ready, .marking, .enquiring, .closed: return hangUp
        }
    }

    mutating func runDue(at now: Uptime) -> [ReaderEffect] {
        guard var running = run, running.complete == nil else { return [] }
        if running.due <= now { return endRun(.lost, at: now) }
        guard running.pollDue <= now else { return [] }
        running.pollDue = now + DatecsLimits.poll
        run = running
        if running.isAccepted { ask(.readerState) }
        return []
    }

    /// The reader says what it does because nothing else came for a while; that is no sign that it gets on.
    mutating func stateAnswered(_ state: ReaderState) -> [ReaderEffect] {
        guard let run, run.complete == nil, let step = DatecsStep(state) else { return [] }
        return [.event(.notice(.datecs(step, cancelAllowed: run.cancelAllowed)))]
    }

    /// What the reader shows.
    mutating func noted(_ message: DisplayMessage, at now: Uptime) -> [ReaderEffect] {
        guard var running = run else { return [] }
        if message == .onlineAuthorization { running.cancelAllowed = false }
        running.heard(at: now)
        run = running
        return [.event(.notice(.datecs(message, cancelAllowed: running.cancelAllowed)))]
    }
}

extension TransactionType {
    /// An end of day and an update have none. Source: datecs.md 13.
    fileprivate var hasReceipt: Bool { self != .endOfDay && self != .update && self != .testConnection }
}
