import Bluetooth
import Doubles
import Payments
import Ports
import Testing
import Threads

@Suite("A search over Bluetooth")
struct FinderTests {
    @Test("paired readers come first, then what is heard; stopping gives the radio back and is the last")
    func search() throws {
        let peer = try BlueZPeer()
        let watch = Watch(peer.bus.address)
        #expect(watch.next()?.reader?.name == "HiLite 1")
        let names = (0..<6).compactMap { _ in watch.next()?.reader?.name }
        #expect(Set(names) == ["BluePad-50", "Old reader", "Headphones", "Silent", "Keyboard", "Far away"])
        watch.search.stop()
        #expect(watch.next() == .done)
        try peer.wait(for: "StopDiscovery")
    }

    @Test("a change is told and a reader that goes is lost")
    func changes() throws {
        let peer = try BlueZPeer()
        let watch = Watch(peer.bus.address)
        watch.skip(7)
        peer.tell("signal 2 -42")
        #expect(watch.next()?.reader?.signal == -42)
        peer.tell("lose 2")
        #expect(watch.next() == .lost(uri: "rfcomm://00:00:00:00:00:02?protocol=datecs"))
        peer.tell(#"name 3 \x1b[2J\u202eevil"#)
        #expect(watch.next()?.reader?.name == "evil")
    }

    @Test("the search ends by itself")
    func timeOut() throws {
        let peer = try BlueZPeer()
        let watch = Watch(peer.bus.address, timeout: .milliseconds(1))
        #expect(watch.untilDone().last == .done)
    }

    @Test("an adapter that is off is told, and searched with once it is on")
    func adapterOff() throws {
        let peer = try BlueZPeer(adapter: "off")
        let watch = Watch(peer.bus.address)
        #expect(watch.next()?.reader?.name == "HiLite 1")
        let trouble = watch.next()
        #expect(trouble?.isAdapterOff == true)
        peer.tell("power on")
        #expect(trouble?.trouble.map { watch.next() == .untroubled($0) } == true)
        #expect(watch.next()?.reader != nil)
    }

    @Test("no adapter is told")
    func noAdapter() throws {
        let peer = try BlueZPeer(adapter: "none")
        #expect(Watch(peer.bus.address).next() == .trouble(.noAdapter))
    }

    @Test("a bus without BlueZ is told")
    func noService() throws {
        let bus = try PrivateBus()
        #expect(Watch(bus.address).next() == .trouble(.serviceMissing))
    }

    @Test("without a bus the search is over at once")
    func noBus() {
        #expect(Watch("unix:path=/nowhere").untilDone() == [.trouble(.serviceMissing), .done])
    }

    @Test("BlueZ that dies loses its readers, and the search goes on when it is back")
    func restart() throws {
        let peer = try BlueZPeer()
        let watch = Watch(peer.bus.address)
        watch.skip(7)
        try peer.stop()
        let lost = (0..<7).compactMap { _ in watch.next() }.filter { if case .lost = $0 { true } else { false } }
        #expect(lost.count == 7)
        #expect(watch.next() == .trouble(.serviceLost))
        try peer.restart()
        #expect(watch.next()?.reader?.name == "HiLite 1")
        #expect(watch.next() == .untroubled(.serviceLost))
        #expect(watch.next()?.reader != nil)
    }

    @Test("a bus that dies is told, and the search still ends")
    func busGone() throws {
        let peer = try BlueZPeer()
        let watch = Watch(peer.bus.address)
        watch.skip(7)
        try peer.bus.stop()
        watch.skip(7)
        #expect(watch.next() == .trouble(.serviceLost))
        watch.search.stop()
        #expect(watch.untilDone().last == .done)
    }
}

/// A search whose events are taken one by one.
private final class Watch {
    let search: any ReaderSearch
    private let events = Mailbox<FinderEvent>()
    private var waiting: [FinderEvent] = []

    init(_ address: String, timeout: Duration = .seconds(60)) {
        search = BlueZFinder(known: [], busAddress: address).search(timeout: timeout) { [events] in events.post($0) }
    }

    deinit { search.stop() }

    /// The next event; nil when none comes within twenty seconds, which only a failing test takes.
    func next() -> FinderEvent? {
        if waiting.isEmpty { waiting = events.wait(until: deadline(seconds: 20)) }
        return waiting.isEmpty ? nil : waiting.removeFirst()
    }

    func skip(_ count: Int) {
        for _ in 0..<count { _ = next() }
    }

    func untilDone() -> [FinderEvent] {
        var all: [FinderEvent] = []
        while let event = next() {
            all.append(event)
            if event == .done { break }
        }
        return all
    }
}

extension FinderEvent {
    fileprivate var reader: FoundReader? { if case .found(let reader) = self { reader } else { nil } }

    fileprivate var trouble: FinderTrouble? { if case .trouble(let trouble) = self { trouble } else { nil } }

    /// How it is switched off depends on the machine that tests.
    fileprivate var isAdapterOff: Bool {
        [.trouble(.adapterOff), .trouble(.softBlocked), .trouble(.hardBlocked)].contains(self)
    }
}
