public import Ports
import Threads
import Time

/// Runs a virtual reader behind a listener, on a thread of its own. One host at a time: another one waits a moment for
/// the first to go, as happens when a till closes and opens again, and is then turned away.
public final class VirtualReaderServer: Sendable {
    /// [own choice: long enough for a close to be noticed]
    static let patience = Duration.seconds(1)

    private let listener: any LinkListener
    private let clock: any TimeSource
    private let mailbox = Mailbox<Message>()
    private let tell: @Sendable (String) -> Void

    enum Message: Sendable {
        case accepted(Int, any Link)
        case happened(Int, LinkEvent)
        case stop
    }

    /// - Parameter tell: gets one line an event, on the reader's thread.
    public init(
        listener: any LinkListener, clock: any TimeSource, tell: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.listener = listener
        self.clock = clock
        self.tell = tell
    }

    /// Where the reader is reached.
    public var uri: String { listener.uri }

    /// - Returns: false where the system has no thread left.
    public func start(_ reader: VirtualHeftReader, faults: FaultPlan = .none) -> Bool {
        let started = startThread { [self] in
            var desk = ReaderDesk(reader: reader, faults: faults, tell: tell)
            run(&desk)
        }
        guard started else { return false }
        let numbers = Locked(0)
        listener.start { [mailbox] link in
            let id = numbers.withLock { number in
                number += 1
                return number
            }
            mailbox.post(.accepted(id, link))
            return { mailbox.post(.happened(id, $0)) }
        }
        return true
    }

    /// Takes no more hosts, and lets the present one go.
    public func stop() {
        listener.stop()
        mailbox.post(.stop)
    }

    private func run(_ desk: inout ReaderDesk) {
        while true {
            for message in mailbox.wait(until: desk.nextDeadline?.nanoseconds) {
                if case .stop = message { return desk.close() }
                desk.take(message, at: clock.uptime())
            }
            desk.tick(at: clock.uptime())
        }
    }
}

/// The reader, the host that has it and the one that waits.
struct ReaderDesk {
    private var reader: VirtualHeftReader
    private var cable: FaultyCable
    private let tell: @Sendable (String) -> Void
    private var current: (id: Int, link: any Link)?
    private var waiting: (id: Int, link: any Link, events: [LinkEvent], until: Uptime)?

    init(reader: VirtualHeftReader, faults: FaultPlan, tell: @escaping @Sendable (String) -> Void) {
        self.reader = reader
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

    private mutating func perform(_ effects: [VirtualHeftReader.Effect], at now: Uptime) {
        for effect in effects {
            switch effect {
            case .send(let bytes): arrive(cable.carry(bytes, .toHost, at: now), at: now)
            case .close: leave(at: now)
            case .event(let line): tell(line)
            }
        }
    }
}
