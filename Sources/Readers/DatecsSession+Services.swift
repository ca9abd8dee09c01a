import Datecs
import EMV
import Payments
import Time

/// What a reader does besides payments: test, update, end of day. Source: datecs.md 13, 14.
extension DatecsSession {
    mutating func serve(_ service: ReaderService, at now: Uptime) -> [ReaderEffect] {
        guard phase == .ready else { return [] }
        if let enquiry = DatecsEnquiry(service, at: now) { return enquire(enquiry) }
        guard let running = DatecsService(service) else { return [Self.refused(.unknownCommand)] }
        phase = .serving(running)
        ask(.pinpadStatus)
        return []
    }

    mutating func serviceAnswered(
        _ service: DatecsService, _ command: Command, _ reply: Reply, at now: Uptime
    ) -> [ReaderEffect] {
        switch (service.stage, command.id) {
        case (.status, .pinpadStatus): return mayServe(service, reply, at: now)
        case (.log, .reportTags): return counted(service, reply, at: now)
        default: return []  // a confirmation: nothing follows from it
        }
    }

    /// What hangs comes first: an end of day would take it along. *seen twice*
    private mutating func mayServe(_ service: DatecsService, _ reply: Reply, at now: Uptime) -> [ReaderEffect] {
        if case .pinpadStatus(let status) = reply.content, status.pending != .none, service.service == .endOfDay {
            phase = .ready
            return [Self.refused(.notInThisState)]
        }
        guard service.service == .endOfDay else { return run(service, at: now) }
        var service = service
        service.stage = .log
        phase = .serving(service)
        ask(.reportTags(.first, Tag.totals))
        return []
    }

    /// A report that is not whole is no report: then the day stays open.
    private mutating func counted(_ service: DatecsService, _ reply: Reply, at now: Uptime) -> [ReaderEffect] {
        guard let record = reply.record else {
            guard reply.status != .noData else { return run(service, at: now) }
            phase = .ready
            return [Self.refused(reply.status)]
        }
        var service = service
        service.count(record)
        phase = .serving(service)
        ask(.reportTags(.next, Tag.totals))
        return []
    }

    private mutating func run(_ service: DatecsService, at now: Uptime) -> [ReaderEffect] {
        var service = service
        service.stage = .running
        phase = .serving(service)
        begin(service.start, patience: service.patience, at: now)
        return []
    }

    mutating func served(_ service: DatecsService, _ end: RunEnd) -> [ReaderEffect] {
        phase = .ready
        switch end {
        case .refused(let status): return [Self.refused(status)]
        case .lost: return [Self.refused(.timeout)]
        case .completed(let record, let receipt):
            let isDone = record.result == .approved
            ask(.end(isDone ? .ok : .fail))
            return [isDone ? .event(.served(service.done(receipt))) : Self.refused(record.error ?? .generalError)]
        }
    }

    private static func refused(_ status: Status) -> ReaderEffect {
        .event(.served(.refused(statusCode: DatecsResult.number(status))))
    }
}

extension DatecsService {
    fileprivate var patience: Duration {
        switch service {
        case .testConnection: DatecsLimits.testConnection
        case .loyaltyBalance: DatecsLimits.transaction
        default: DatecsLimits.endOfDay
        }
    }
}

extension Tag {
    /// What a line of the daily report is made of.
    fileprivate static let totals: [Tag] = [
        .amount, .currency, .result, .transactionType, .recordState, .scheme, .stan,
    ]
}
