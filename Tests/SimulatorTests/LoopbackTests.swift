import Acquirer
import Heft
import Payments
import Ports
import Simulator
import TestKit
import Testing
import Threads

@Suite("A reader and its acquirer in this process")
struct LoopbackTests {
    private let clock = VirtualClock()
    private let address = ReaderAddress(place: .demo(scenario: "default"))
    private let level = Array(FrameEncoder.frames(message: Packet.setLogLevel(3).message.bytes, maxFrame: 200).joined())

    @Test("nothing moves until it is pumped, and then in order")
    func pumping() {
        let (loopback, _) = world()
        let seen = Seen()
        let link = loopback.open(address, deliver: seen.add)
        link.send(level)
        #expect(seen.events.isEmpty)
        #expect(loopback.pump())
        #expect(seen.names == ["opened", "drained", "received", "received"])
        #expect(!loopback.pump())
    }

    @Test("closing tells both ends, once")
    func closing() {
        let (loopback, _) = world()
        let seen = Seen()
        let link = loopback.open(address, deliver: seen.add)
        link.close()
        link.close()
        link.send(level)
        loopback.pump()
        #expect(seen.events == [.opened, .closed(nil)])
        #expect(loopback.told == ["link opened", "link closed"])
    }

    @Test("a second link takes the reader from the first")
    func secondLink() {
        let (loopback, _) = world()
        let (first, second) = (Seen(), Seen())
        let old = loopback.open(address, deliver: first.add)
        _ = loopback.open(address, deliver: second.add)
        old.send(level)
        loopback.pump()
        #expect(first.events == [.opened, .closed(LinkFault(.lost))])
        #expect(second.events == [.opened])
    }

    @Test("a cut lets the bytes before it arrive")
    func cutting() {
        let (loopback, _) = world(faults: FaultPlan([.init(.cut, .toReader, after: level.count)]))
        let seen = Seen()
        loopback.open(address, deliver: seen.add).send(level)
        loopback.pump()
        #expect(loopback.told.contains("host L000"))
        #expect(seen.events.last == .closed(LinkFault(.lost)))
    }

    @Test("the host link reaches the acquirer, which answers and hangs up")
    func hostLink() {
        let (loopback, desk) = world()
        let seen = Seen()
        call(loopback, seen)
        loopback.pump()
        #expect(seen.names == ["opened", "drained", "received", "closed"])
        #expect(desk.ledger.count == 1)
    }

    @Test("a lost answer was decided all the same")
    func lostAnswer() {
        let (loopback, desk) = world(faults: FaultPlan(lostAnswers: 1))
        let seen = Seen()
        call(loopback, seen)
        loopback.pump()
        #expect(seen.names == ["opened", "drained", "closed"])
        #expect(desk.ledger.count == 1)
    }

    @Test("the reader's deadline is met when the clock says so")
    func deadlines() throws {
        let (loopback, _) = world()
        let seen = Seen()
        loopback.open(address, deliver: seen.add).send(level)
        loopback.pump()
        clock.advance(to: try #require(loopback.nextDeadline))
        loopback.pump()
        #expect(seen.events.last == .closed(nil))
    }

    private func call(_ loopback: Loopback, _ seen: Seen) {
        let request = AcquirerRequest(kind: .sale, amount: 5, currency: 978, customerReference: nil, id: "a")
        let host = HostEndpoint(host: "127.0.0.1", port: 4711)
        let link = loopback.hostConnector.connect(to: host, security: .plain, timeout: .seconds(1), deliver: seen.add)
        link.send(request.httpPost(host: host.host, port: host.port))
    }

    private func world(faults: FaultPlan = .none) -> (Loopback, AcquirerDesk) {
        let desk = AcquirerDesk(mind: AcquirerMind(seed: 1), clock: clock)
        let reader = VirtualHeftReader(settings: .plain)
        return (Loopback(reader: reader, acquirer: desk, clock: clock, faults: faults), desk)
    }
}

/// What was delivered, in order.
final class Seen: Sendable {
    private let list = Locked<[LinkEvent]>([])

    var events: [LinkEvent] { list.withLock { $0 } }

    @Sendable func add(_ event: LinkEvent) { list.withLock { $0.append(event) } }

    var names: [String] {
        events.map { event in
            switch event {
            case .opened: "opened"
            case .received: "received"
            case .drained: "drained"
            case .closed: "closed"
            }
        }
    }
}
