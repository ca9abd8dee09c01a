import Acquirer
import Ports
import TestKit
import Testing

@Suite("The acquirer behind a listener")
struct AcquirerServerTests {
    private let request = AcquirerRequest(
        kind: .sale, amount: 1050, currency: 978, customerReference: nil, id: "a"
    ).httpPost(host: "127.0.0.1", port: 1)

    @Test("answers once, and closes when the answer has left")
    func answering() {
        let (listener, desk) = serving()
        let host = listener.dial()
        host.deliver(.opened)
        host.deliver(.drained)
        host.deliver(.received(request))
        host.deliver(.drained)
        let events = host.link.eventsUntilClosed()
        #expect(events.count == 2)
        #expect(desk.ledger.count == 1)
    }

    @Test("an answer can be lost: it is decided, and the connection closes")
    func losing() {
        let (listener, desk) = serving(lostAnswers: 1)
        let first = listener.dial()
        first.deliver(.received(request))
        #expect(first.link.eventsUntilClosed() == [.closed])
        let second = listener.dial()
        second.deliver(.received(request))
        second.deliver(.drained)
        #expect(second.link.eventsUntilClosed().count == 2)
        #expect(desk.ledger.count == 1)
    }

    private func serving(lostAnswers: Int = 0) -> (ListenerDouble, AcquirerDesk) {
        let desk = AcquirerDesk(mind: AcquirerMind(seed: 1), clock: VirtualClock())
        let listener = ListenerDouble()
        AcquirerServer(desk, listener: listener, lostAnswers: lostAnswers).start()
        return (listener, desk)
    }
}
