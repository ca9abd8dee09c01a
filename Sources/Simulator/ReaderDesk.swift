import Acquirer
import Ports
import Time

/// The reader, the host that has it and the one that waits.
struct ReaderDesk {
    private var reader: any VirtualReader
    private var cable: FaultyCable
    private let acquirer: AcquirerDesk?
    private let tell: @Sendable (String) -> Void
    private var current: (id: Int, link: any Link)?
    private var waiting: (id: Int, link: any Link, events: [LinkEvent], until: Uptime)?

    init(
        reader: any VirtualReader, faults: FaultPlan, acquirer: AcquirerDesk? = nil,
        tell: @escaping @Sendable (String) -> Void
    ) {
        self.reader = reader
        self.acquirer = acquirer
        cable = FaultyCable(faults)
        self.tell = tell
    }

    var nextDeadline: Uptime? { [reader.nextDeadline, cable.nextDeadline, waiting?.until].compactMap(\.self).min() }

    mutating func take(_ message: VirtualReaderServer.Message, at now: Uptime) {
        switch message {
        case .accepted(let id, let link): accept(id, link, at: now)
        case .happened(let id, let event) where id == current?.id: happened(event, at: now)
        case .happened(let id, let event) where id == waiting?.id: waiting?.events.append(event)
        case .happened, .stop: break
        }
    }

    mutating func tick(at now: Uptime) {
        arrive(cable.due(at: now), at: now)
        if let deadline = reader.nextDeadline, deadline <= now { perform(reader.handle(.tick, at: now), at: now) }
        if let waiting, waiting.until <= now {
            tell("another host turned away")
            waiting.link.close()
            self.waiting = nil
        }
    }

    mutating func close() {
        current?.link.close()
        waiting?.link.close()
    }

    private mutating func accept(_ id: Int, _ link: any Link, at now: Uptime) {
        guard current != nil else { return serve(id, link, at: now) }
        waiting?.link.close()
        waiting = (id, link, [], now + VirtualReaderServer.patience)
    }

    private mutating func serve(_ id: Int, _ link: any Link, at now: Uptime) {
        current = (id, link)
        perform(reader.handle(.opened, at: now), at: now)
    }

    private mutating func happened(_ event: LinkEvent, at now: Uptime) {
        switch event {
        case .opened, .drained: break
        case .received(let bytes): arrive(cable.carry(bytes, .toReader, at: now), at: now)
        case .closed: leave(at: now)
        }
    }

    /// The host is gone, or is let go; the one that waits is next.
    private mutating func leave(at now: Uptime) {
        guard let leaving = current else { return }
        current = nil
        cable.lose()
        leaving.link.close()
        perform(reader.handle(.closed, at: now), at: now)
        guard let next = waiting else { return }
        waiting = nil
        serve(next.id, next.link, at: now)
        for event in next.events { happened(event, at: now) }
    }

    private mutating func arrive(_ arrivals: [FaultyCable.Arrival], at now: Uptime) {
        let host = current?.id
        for arrival in arrivals {
            guard let current, current.id == host else { return }
            switch arrival.direction {
            case .toReader: perform(reader.handle(.received(arrival.bytes), at: now), at: now)
            case .toHost: current.link.send(arrival.bytes)
            }
            if arrival.isCut, self.current?.id == current.id { leave(at: now) }
        }
    }

    private mutating func perform(_ effects: [ReaderEffect], at now: Uptime) {
        for effect in effects {
            switch effect {
            case .send(let bytes): arrive(cable.carry(bytes, .toHost, at: now), at: now)
            case .close: leave(at: now)
            case .event(let line): tell(line)
            case .call(let bytes): perform(reader.handle(.networked(answer(to: bytes)), at: now), at: now)
            }
        }
    }
    private func answer(to bytes: [UInt8]) -> [UInt8]? {
        guard let acquirer else { return nil }
        var conversation = AcquirerConversation(acquirer)
        return conversation.receive(bytes)
    }
}
