import Datecs
import Payments
import Time

/// What a reply or an event means in the phase that the session is in.
extension DatecsSession {
    mutating func answered(_ command: Command, _ reply: Reply, at now: Uptime) -> [ReaderEffect] {
        switch (command.id, phase) {
        case (_, .introducing(let introduction)): return introduced(introduction, command, reply, at: now)
        case (.terminalTags, .marking(let marking)), (.reportTags, .marking(let marking)):
            return marked(marking, command, reply)
        case (.start, _): return started(reply, at: now)
        case (.receiveData, _): return receiveAnswered(reply, at: now)
        case (.receiptTags, _) where run?.complete != nil: return receiptAnswered(reply.record, at: now)
        case (.end, _) where run != nil: return cancelAnswered(reply, at: now)
        case (.readerState, _) where run != nil:
            guard case .readerState(let state) = reply.content else { return [] }
            return stateAnswered(state)
        case (_, .recovering(let recovery)): return recovered(recovery, command, reply, at: now)
        case (_, .serving(let service)): return serviceAnswered(service, command, reply, at: now)
        case (_, .enquiring(let enquiry)): return enquiryAnswered(enquiry, command, reply, at: now)
        default: return []  // an END, a confirmation: nothing follows from it
        }
    }

    /// There was no reply, but the reader answers again.
    mutating func missed(_ command: Command, at now: Uptime) -> [ReaderEffect] {
        switch (command.id, phase) {
        case (.ping, .introducing(let introduction)): return next(introduction, after: nil)
        case (_, .introducing(let introduction)): return next(introduction, after: command)
        case (_, .marking(let marking)): return marking.isTold ? [] : refuse(marking.request, .noAnswer)
        // What was held back says whether it began: it did where COMPLETE or anything else of it has come.
        case (.start, _) where !line.held.isEmpty: return started(Reply(), at: now)
        case (.start, _): return endRun(.lost, at: now)
        case (.receiptTags, _) where run?.complete != nil: return receiptAnswered(nil, at: now)
        case (.receiveData, _), (.confirmEvent, _): return giveUpHost(at: now)
        case (.end, _) where run != nil: return []  // whether it is stopped, COMPLETE says
        case (_, .recovering(let recovery)): return recovered(recovery, command, Reply(.timeout), at: now)
        case (_, .serving(let service)): return serviceAnswered(service, command, Reply(.timeout), at: now)
        case (_, .enquiring(let enquiry)): return enquiryAnswered(enquiry, command, Reply(.timeout), at: now)
        default: return []
        }
    }

    mutating func heard(_ event: Event, at now: Uptime) -> [ReaderEffect] {
        switch event {
        case .complete(let record): return run == nil ? listened(record) : completed(record, at: now)
        case .intermediateComplete(let record), .hangReceipt(let record): return hung(record, at: now)
        case .selectApplication(let record): return chooseApplication(record, at: now)
        case .socketOpen, .socketClose, .sendData: return hostAsked(event, at: now)
        case .display(let message): return noted(message, at: now)
        case .engineDisplay(let display): return noted(display.message, at: now)
        case .logData, .engineOnline, .engineFinished, .other: return []
        }
    }

    /// An earlier result that went through just now. While the till finds out what the reader holds it belongs to that.
    private mutating func hung(_ record: Record, at now: Uptime) -> [ReaderEffect] {
        run?.heard(at: now)
        let reading = DatecsReading.logged(record)
        if case .recovering(var recovery) = phase {
            recovery.hung.append(reading)
            phase = .recovering(recovery)
            return []
        }
        return [.event(.recovered(reading))]
    }

    /// The first application is the one that the card prefers. *own choice*: readers with a screen of their own let the
    /// customer choose there.
    private mutating func chooseApplication(_ record: Record, at now: Uptime) -> [ReaderEffect] {
        guard run != nil else { return [] }
        run?.heard(at: now)
        ask(.selectApplication(0))
        return [.event(.notice(.datecs(.chooseApplication, cancelAllowed: run?.cancelAllowed ?? false)))]
    }

    /// The session is over for good. A payment that the reader was not told of has not begun; any other may be paid.
    mutating func close(_ fault: ReaderFault?) -> [ReaderEffect] {
        let ending: [ReaderEffect]
        switch phase {
        case .marking(let marking): ending = [.event(.finished(DatecsReading.notStarted(marking.request, .noAnswer)))]
        case .paying(let request):
            let known = run?.complete.map { DatecsReading.read($0, receipt: nil, in: context(request)) }
            ending = [.event(.finished(known ?? DatecsReading.lost(request)))]
        case .fresh, .introducing, .ready, .recovering, .serving, .enquiring, .closed: ending = []
        }
        let hangUp = host.reset().compactMap(Self.hostEffect)
        phase = .closed
        run = nil
        line = DatecsLine()
        return hangUp + ending + [.closeLink, .event(.closed(fault))]
    }
}

extension DatecsSession {
    func context(_ request: ReaderRequest) -> DatecsReading.Context {
        context(request, cancelSent: run?.cancelSent ?? false)
    }

    private func context(_ request: ReaderRequest, cancelSent: Bool) -> DatecsReading.Context {
        DatecsReading.Context(
            request: request, relayed: host.hasRelayed, askedForConnection: host.wasAsked, cancelSent: cancelSent)
    }

    /// COMPLETE has come, or never will.
    mutating func paid(_ request: ReaderRequest, _ ended: TransactionRun, _ end: RunEnd) -> [ReaderEffect] {
        phase = .ready
        let reading: ReaderReading
        switch end {
        case .refused(let status): reading = DatecsReading.notStarted(request, .status(status))
        case .lost: reading = DatecsReading.lost(request)
        case .completed(let complete, let receipt):
            let context = context(request, cancelSent: ended.cancelSent)
            reading = DatecsReading.read(complete, receipt: receipt, in: context)
            endOwed = complete.result == .approved ? .ok : .fail
        }
        return [.event(.finished(reading))]
    }
}

extension Reply {
    /// Nil where the reader gave none.
    var record: Record? {
        if case .record(let record) = content, status == .ok { record } else { nil }
    }
}
