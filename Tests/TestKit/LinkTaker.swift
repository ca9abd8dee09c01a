public import Ports
import Threads

/// The other side of a listener: keeps each link it is given with the log of its events.
public final class LinkTaker: Sendable {
    public struct Taken: Sendable {
        public let link: any Link
        public let log: EventLog
    }

    private let mailbox = Mailbox<Taken>()
    private let waiting = Locked<[Taken]>([])

    public init() {}

    public var accept: @Sendable (any Link) -> @Sendable (LinkEvent) -> Void {
        { link in
            let log = EventLog()
            self.mailbox.post(Taken(link: link, log: log))
            return log.deliver
        }
    }

    /// The next link; nil when none comes within ten seconds, which only a failing test takes.
    public func next() -> Taken? {
        waiting.withLock { waiting in
            if waiting.isEmpty { waiting = mailbox.wait(until: deadline(seconds: 10)) }
            return waiting.isEmpty ? nil : waiting.removeFirst()
        }
    }
}
