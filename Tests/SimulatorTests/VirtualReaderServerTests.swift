import Heft
import Ports
import Simulator
import TestKit
import Testing

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
