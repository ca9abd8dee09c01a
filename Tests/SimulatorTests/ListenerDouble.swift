import Ports
import Threads

/// A listener that a test dials by hand.
final class ListenerDouble: LinkListener {
    typealias Accept = @Sendable (any Link) -> @Sendable (LinkEvent) -> Void

    let uri = "test:"
    private let accept = Locked<Accept?>(nil)

    func start(_ accept: @escaping Accept) { self.accept.withLock { $0 = accept } }
    func stop() {}

    func dial() -> (link: LinkDouble, deliver: @Sendable (LinkEvent) -> Void) {
        let link = LinkDouble()
        let deliver = accept.withLock { $0 }?(link)
        return (link, deliver ?? { _ in })
    }
}

/// What the reader did with a link, to be waited for.
final class LinkDouble: Link {
    enum Event: Equatable, Sendable {
        case sent([UInt8])
        case closed
    }

    private let mailbox = Mailbox<Event>()
    private let unread = Locked<[Event]>([])

    func send(_ bytes: [UInt8]) { mailbox.post(.sent(bytes)) }
    func close() { mailbox.post(.closed) }

    func nextEvent() -> Event {
        while unread.withLock({ $0.isEmpty }) {
            let arrived = mailbox.wait(until: nil)
            unread.withLock { $0 += arrived }
        }
        return unread.withLock { $0.removeFirst() }
    }

    func eventsUntilClosed() -> [Event] {
        var events: [Event] = []
        while events.last != .closed { events.append(nextEvent()) }
        return events
    }
}
