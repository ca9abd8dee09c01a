import Datecs
import EMV
import Payments
import Time

/// What the reader still holds. Source: datecs.md 12.3.
extension DatecsSession {
    mutating func recover(since mark: ReaderMark?) -> [ReaderEffect] {
        guard phase == .ready else { return [] }
        return go(.state, in: DatecsRecovery(since: mark), .readerState)
    }

    /// It works on something that was begun before, and may go online for it.
    var isListening: Bool {
        guard case .recovering(let recovery) = phase else { return false }
        switch recovery.stage {
        case .listening, .stopping: return true
        default: return false
        }
    }

    mutating func recovered(
        _ recovery: DatecsRecovery, _ command: Command, _ reply: Reply, at now: Uptime
    ) -> [ReaderEffect] {
        switch (recovery.stage, command.id) {
        case (.state, .readerState): return stateKnown(recovery, reply, at: now)
        case (.probing, .receiptTags): return probed(recovery, reply, at: now)
        case (.listening, .readerState), (.stopping, .readerState):
            guard case .readerState(.idle) = reply.content else { return [] }
            return go(.status, in: recovery, .pinpadStatus)
        case (.receipt(let complete), .receiptTags):
            return tell(complete.completed(by: reply.record), in: recovery)
        case (.booking, .end): return go(.state, in: recovery, .readerState)
        case (.status, .pinpadStatus): return statusKnown(recovery, reply, at: now)
        case (.ending, .end): return readLog(recovery)
        case (.batch, .terminalTags): return batchKnown(recovery, reply)
        case (.log, .reportTags): return logged(recovery, reply)
        default: return []  // an END, a confirmation: nothing follows from it
        }
    }

    mutating func recoveryDue(at now: Uptime) -> [ReaderEffect] {
        guard case .recovering(var recovery) = phase, let due = recovery.nextDeadline, due <= now else { return [] }
        switch recovery.stage {
        case .listening(let until, _) where until <= now:
            recovery.stage = .stopping(until: now + DatecsLimits.stopping, pollDue: now + DatecsLimits.closePoll)
            phase = .recovering(recovery)
            ask(.end(.fail))
            return []
        case .stopping(let until, _) where until <= now:
            return giveUp(.notInThisState)
        case .listening(let until, _):
            recovery.stage = .listening(until: until, pollDue: now + DatecsLimits.closePoll)
        case .stopping(let until, _):
            recovery.stage = .stopping(until: until, pollDue: now + DatecsLimits.closePoll)
        default: return []
        }
        return go(recovery.stage, in: recovery, .readerState)
    }

    /// The transaction of an earlier run has ended just now.
    mutating func listened(_ complete: Record) -> [ReaderEffect] {
        guard isListening, case .recovering(let recovery) = phase else {
            return [.event(.fault(.unexpectedMessage(EventID.complete.text)))]
        }
        let hangUp = host.reset().compactMap(Self.hostEffect)
        return hangUp + go(.receipt(complete), in: recovery, .receiptTags(Tag.receipt))
    }

    /// The test of the connection is over, well or not: what hung is known by the log.
    mutating func tested(_ end: RunEnd, at now: Uptime) -> [ReaderEffect] {
        guard case .recovering(let recovery) = phase else { return [] }
        switch end {
        case .refused: return readLog(recovery)
        case .lost: return go(.ending, in: recovery, .end(.fail))
        case .completed(let record, _):
            return go(.ending, in: recovery, .end(record.result == .approved ? .ok : .fail))
        }
    }

    private mutating func go(
        _ stage: DatecsRecovery.Stage, in recovery: DatecsRecovery, _ command: Command
    ) -> [ReaderEffect] {
        var recovery = recovery
        recovery.stage = stage
        phase = .recovering(recovery)
        ask(command)
        return []
    }

    private mutating func giveUp(_ status: Status) -> [ReaderEffect] {
        phase = .ready
        let hangUp = host.reset().compactMap(Self.hostEffect)
        return hangUp + [.event(.pendingFailed(statusCode: DatecsResult.number(status)))]
    }
}

// MARK: Is it still at it?

extension DatecsSession {
    private mutating func stateKnown(
        _ recovery: DatecsRecovery, _ reply: Reply, at now: Uptime
    ) -> [ReaderEffect] {
        switch reply.content {
        case .readerState(.idle): return go(.status, in: recovery, .pinpadStatus)
        case .readerState: return go(.probing, in: recovery, .receiptTags(Tag.receipt))
        default:
            return reply.status == .unknownCommand
                ? go(.status, in: recovery, .pinpadStatus) : giveUp(reply.status)
        }
    }

    /// It has a receipt: its transaction is over, and its COMPLETE was said to nobody.
    private mutating func probed(_ recovery: DatecsRecovery, _ reply: Reply, at now: Uptime) -> [ReaderEffect] {
        if let receipt = reply.record, receipt.result != nil { return tell(receipt, in: recovery) }
        var recovery = recovery
        recovery.stage = .listening(
            until: now + DatecsLimits.transaction, pollDue: now + DatecsLimits.closePoll)
        phase = .recovering(recovery)
        host.newTransaction()
        return [.event(.notice(.datecs(.stillBusy, cancelAllowed: false)))]
    }

    private mutating func tell(_ record: Record, in recovery: DatecsRecovery) -> [ReaderEffect] {
        var recovery = recovery
        recovery.stage = .booking
        phase = .recovering(recovery)
        endOwed = record.result == .approved ? .ok : .fail
        return [.event(.unended(DatecsReading.logged(record)))]
    }
}

// MARK: What hangs, and the log

extension DatecsSession {
    private mutating func statusKnown(
        _ recovery: DatecsRecovery, _ reply: Reply, at now: Uptime
    ) -> [ReaderEffect] {
        guard case .pinpadStatus(let status) = reply.content, status.pending != .none else {
            return reply.status == .ok || reply.status == .unknownCommand ? readLog(recovery) : giveUp(reply.status)
        }
        var recovery = recovery
        recovery.stage = .testing
        phase = .recovering(recovery)
        begin(.testConnection, patience: DatecsLimits.testConnection, at: now)
        return [.event(.notice(.datecs(.testingConnection, cancelAllowed: false)))]
    }

    private mutating func readLog(_ recovery: DatecsRecovery) -> [ReaderEffect] {
        guard recovery.since == nil else { return go(.batch, in: recovery, .terminalTags(Tag.terminal)) }
        phase = .ready
        guard !recovery.hung.isEmpty else { return [.event(.nothingPending)] }
        return [.event(.logRead(ReaderLogExtract(batch: nil, records: [], isWhole: true, hung: recovery.hung)))]
    }

    private mutating func batchKnown(_ recovery: DatecsRecovery, _ reply: Reply) -> [ReaderEffect] {
        var recovery = recovery
        recovery.batch = reply.record?.number(.currentBatch).flatMap { Int(exactly: $0) }
        return go(.log, in: recovery, .reportTags(.last, Tag.receipt))
    }

    /// Backwards, until the record that was the last one before the payment.
    private mutating func logged(_ recovery: DatecsRecovery, _ reply: Reply) -> [ReaderEffect] {
        guard let mark = recovery.since else { return giveUp(.generalError) }
        guard let record = reply.record else {
            if reply.status == .noData { return finish(recovery, isWhole: mark.lastRecord == nil) }
            return reply.status == .timeout ? readAgain(recovery) : giveUp(reply.status)
        }
        if let last = mark.lastRecord, record.stan == last { return finish(recovery, isWhole: true) }
        var recovery = recovery
        recovery.records.insert(DatecsReading.logRecord(record), at: 0)
        guard recovery.records.count < DatecsLimits.records else { return finish(recovery, isWhole: false) }
        return go(.log, in: recovery, .reportTags(.previous, Tag.receipt))
    }

    /// Nobody knows which record the reader would show next: from the end once more.
    private mutating func readAgain(_ recovery: DatecsRecovery) -> [ReaderEffect] {
        guard recovery.restarts < DatecsLimits.restarts else { return giveUp(.timeout) }
        var recovery = recovery
        recovery.restarts += 1
        recovery.records = []
        return go(.log, in: recovery, .reportTags(.last, Tag.receipt))
    }

    private mutating func finish(_ recovery: DatecsRecovery, isWhole: Bool) -> [ReaderEffect] {
        phase = .ready
        let extract = ReaderLogExtract(
            batch: recovery.batch, records: recovery.records, isWhole: isWhole, hung: recovery.hung)
        return [.event(.logRead(extract))]
    }
}
