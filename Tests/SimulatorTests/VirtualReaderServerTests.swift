import Heft
import Ports
import Simulator
import TestKit
import Testing
import Threads
import Time

@Suite("A virtual reader behind a listener")
struct VirtualReaderServerTests {
    private let level = Array(FrameEncoder.frames(message: Packet.setLogLevel(3).message.bytes, maxFrame: 200).joined())

    @Test("answers the host, and the next one after it has gone")
    func reopening() throws {
        let listener = ListenerDouble()
        let server = VirtualReaderServer(listener: listener, clock: VirtualClock())
        let started = server.start(VirtualHeftReader(settings: .plain))
        try #require(started)
        for _ in 0..<2 {
            let host = listener.dial()
            host.deliver(.received(level))
            #expect(host.link.nextEvent() == .sent(LinkControl.ack.bytes))
            host.deliver(.closed(nil))
            #expect(host.link.eventsUntilClosed().last == .closed)
        }
        server.stop()
    }

    @Test("a second host waits for the first to go, and is then served with what it has sent")
    func waiting() throws {
        let listener = ListenerDouble()
        let server = VirtualReaderServer(listener: listener, clock: VirtualClock())
        let started = server.start(VirtualHeftReader(settings: .plain))
        try #require(started)
        let first = listener.dial()
        let second = listener.dial()
        second.deliver(.received(level))
        first.deliver(.closed(nil))
        #expect(second.link.nextEvent() == .sent(LinkControl.ack.bytes))
        server.stop()
    }

    @Test("stopping lets the host go")
    func stopping() throws {
        let listener = ListenerDouble()
        let server = VirtualReaderServer(listener: listener, clock: VirtualClock())
        let started = server.start(VirtualHeftReader(settings: .plain))
        try #require(started)
        let host = listener.dial()
        server.stop()
        #expect(host.link.eventsUntilClosed() == [.closed])
    }
}

/// A listener that a test dials by hand.
private final class ListenerDouble: LinkListener {
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
private final class LinkDouble: Link {
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
