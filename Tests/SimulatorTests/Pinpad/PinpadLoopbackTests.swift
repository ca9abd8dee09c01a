import Acquirer
import Datecs
import EMV
import Payments
import Ports
import Simulator
import TestKit
import Testing
import Threads
import Time

@Suite("A loopback with a pinpad")
struct PinpadLoopbackTests {
    private let clock = VirtualClock()
    private let place = ReaderAddress(place: .demo(scenario: "default"), wireProtocol: .datecs)

    @Test("carries commands and replies, and gives the pinpad")
    func replies() {
        let (loopback, _) = world()
        let seen = Seen()
        let link = loopback.open(place, deliver: seen.add)
        link.send(FrameEncoder.frame(Command.ping.message))
        loopback.pump()
        let reply = FrameEncoder.frame(Packet.reply(Reply()).message)
        #expect(seen.events == [.opened, .drained, .received(reply)] && loopback.pinpad != nil)
    }

    @Test("the acquirer answers again and again in one connection")
    func conversation() {
        let (loopback, desk) = world()
        let seen = Seen()
        let link = dial(loopback, seen)
        var request = TerminalRequest(kind: .echo, terminalID: "99900001", serialNumber: "0123456789", stan: 0)
        link.send(TerminalFrame.bytes(request.text))
        (request.kind, request.stan, request.amount, request.currency) = (.sale, 1, 1050, 978)
        link.send(TerminalFrame.bytes(request.text))
        loopback.pump()
        #expect(seen.names.filter { $0 == "received" }.count == 2 && !seen.names.contains("closed"))
        #expect(desk.ledger.moves == ["SALE AUTHORISED 1050"])
    }

    @Test("a lost answer was decided all the same, and the connection goes")
    func lostAnswer() {
        let (loopback, desk) = world(FaultPlan(lostAnswers: 1))
        let seen = Seen()
        var request = TerminalRequest(kind: .sale, terminalID: "99900001", serialNumber: "0123456789", stan: 1)
        (request.amount, request.currency) = (1050, 978)
        dial(loopback, seen).send(TerminalFrame.bytes(request.text))
        loopback.pump()
        #expect(!seen.names.contains("received") && seen.names.last == "closed" && desk.ledger.count == 1)
    }

    @Test("an acquirer that is away refuses so many connections")
    func outage() {
        let (loopback, _) = world(FaultPlan(refusedCalls: 1))
        let (first, second) = (Seen(), Seen())
        _ = dial(loopback, first)
        _ = dial(loopback, second)
        loopback.pump()
        #expect(first.events == [.closed(LinkFault(.refused))] && second.events == [.opened])
    }

    @Test("faults happen to a pinpad's bytes: a cut makes what it knows wait for the next link")
    func cut() {
        let (loopback, _) = world(FaultPlan([.init(.cut, .toHost, after: 6)]), quirks: [.ownNetwork])
        let link = loopback.open(place, deliver: Seen().add)
        link.send(FrameEncoder.frame(Command.start(.purchase(1050)).message))
        loopback.pump()
        #expect(loopback.pinpad?.status.pending == .reversal || loopback.pinpad?.status.pending == .hung)
        #expect(loopback.reader.isResultPending)
    }

    private func dial(_ loopback: Loopback, _ seen: Seen) -> any Link {
        let host = HostEndpoint(host: "127.0.0.1", port: 4711)
        return loopback.hostConnector.connect(to: host, security: .plain, timeout: .seconds(1), deliver: seen.add)
    }

    private func world(
        _ faults: FaultPlan = .none, quirks: Set<PinpadQuirk> = []
    ) -> (Loopback, AcquirerDesk) {
        let desk = AcquirerDesk(mind: AcquirerMind(seed: 1), clock: clock)
        let reader = VirtualPinpad(settings: .plain { $0.quirks = quirks })
        return (Loopback(reader: reader, acquirer: desk, clock: clock, faults: faults), desk)
    }
}
