import Acquirer
import Checkout
import Crypto
import Engine
import Payments
import Ports
import Readers
import Simulator
import TestKit
import Testing
import Threads
import Time

/// A till, a virtual reader and an acquirer in one place, on a clock that the test moves. Nothing here waits for time:
/// `settle` goes on until nothing is left to do.
final class SaleWorld {
    let clock = VirtualClock()
    let journal = MemoryJournal()
    let desk: AcquirerDesk
    let reader: Loopback
    let power = PowerSwitch()
    private(set) var engine: TillEngine?
    private let heard = Locked<[EngineEvent]>([])
    private var seed: UInt64 = 100

    static let secretDigits = ReaderSettings.developmentSecret
    let address: ReaderAddress

    /// A pinpad instead of a HEFT reader.
    init(pinpad quirks: Set<PinpadQuirk>, faults: FaultPlan = .none) {
        address = ReaderAddress(place: .tcp(host: "reader", port: 1), wireProtocol: .datecs)
        desk = AcquirerDesk(mind: AcquirerMind(scenario: .default, seed: 7), clock: clock)
        var settings = PinpadSettings(acquirer: HostEndpoint(host: "127.0.0.1", port: 9), currency: .pounds)
        settings.quirks = quirks
        reader = Loopback(reader: VirtualPinpad(settings: settings), acquirer: desk, clock: clock, faults: faults)
    }

    init(scenario: Scenario = .default, quirks: Set<Quirk> = [], faults: FaultPlan = .none) throws {
        address = ReaderAddress(place: .tcp(host: "reader", port: 1))
        desk = AcquirerDesk(mind: AcquirerMind(scenario: scenario, seed: 7), clock: clock)
        let secret = try Secret(hex: Array(Self.secretDigits.utf8))
        var settings = ReaderSettings(seed: 9, secret: secret, acquirer: HostEndpoint(host: "127.0.0.1", port: 9))
        settings.scenario = scenario
        settings.quirks = quirks
        reader = Loopback(reader: VirtualHeftReader(settings: settings), acquirer: desk, clock: clock, faults: faults)
    }

    /// Starts a till on the same journal, as after a restart.
    func start(secret digits: String = secretDigits) throws {
        seed += 1
        let secret = try Secret(hex: Array(digits.utf8))
        let settings = EngineSettings(
            secret: secret, identity: .init(name: "till", version: "1"), training: false,
            hostSecurity: { host, _ in host.host == "127.0.0.1" ? .plain : nil })
        let ports = EnginePorts(
            links: PoweredLinks(base: reader, power: power),
            hosts: PoweredHosts(base: reader.hostConnector, power: power),
            journal: PoweredJournal(base: journal, power: power), time: clock, random: SeededRandom(seed: seed))
        engine = try TillEngine(ports: ports, settings: settings) { [heard] event in heard.withLock { $0.append(event) }
        }
    }

    /// The till is gone: what it had sent is on its way, its link is not.
    func kill() {
        engine = nil
        reader.cut()
        reader.pump()
    }

    /// The power comes back: another till on the same journal connects and waits for whatever is still to come.
    func comeBack() throws {
        kill()
        power.cut(at: nil)
        try start()
        connect()
        waitOutDeadlines()
    }

    func connect() {
        engine?.submit(.connect(uri: address.uri, address: address))
        settle()
    }

    func sell(_ amount: Int64, reference: String? = nil) {
        pay(PaymentOrder(money: Money(minorUnits: amount, currency: .pounds), customerReference: reference))
    }

    func pay(_ order: PaymentOrder) {
        engine?.submit(.pay(order))
        settle()
    }

    /// Everything that can happen now happens.
    func settle() {
        var rounds = 0
        while power.isOn, reader.pumpOnce() || engine?.pump() == true {
            rounds += 1
            guard rounds < 100_000 else {
                Issue.record("the world never comes to rest")
                return
            }
        }
    }

    /// A pinpad that works on something of an earlier run is asked every second.
    private static let mostDeadlines = 300

    /// Time goes by until nobody waits for anything.
    func waitOutDeadlines() {
        for _ in 0..<Self.mostDeadlines {
            let next = [engine?.nextDeadline, reader.nextDeadline].compactMap(\.self).min()
            guard let next else { return }
            clock.advance(to: next)
            settle()
        }
    }

    var events: [TillEvent] { heard.withLock { $0.map(\.event) } }

    var results: [Outcome] {
        events.compactMap { if case .result(_, let outcome, _, _) = $0 { outcome } else { nil } }
    }

    var faults: [String] {
        events.compactMap { if case .fault(let fault) = $0 { fault.code } else { nil } }
    }

    func forget() { heard.withLock { $0 = [] } }

    var rows: [HistoryRow] { (try? journal.history(limit: 1000, query: nil)) ?? [] }
}
