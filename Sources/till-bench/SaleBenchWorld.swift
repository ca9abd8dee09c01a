import Acquirer
import Checkout
import Crypto
import Engine
import Journals
import Payments
import Ports
import Readers
import Simulator
import Threads
import Time
import Transports

/// One till with a connected reader.
final class SaleBenchWorld {
    let journal: TimedJournal
    private let clock = HandClock()
    private let reader: Loopback
    private let engine: TillEngine
    private let approved = Locked(0)

    init(_ path: String, _ spoken: ReaderAddress.WireProtocol) throws {
        journal = TimedJournal(
            try DataDirectory(path: path).openJournal(training: false, since: WallTime(milliseconds: 0)))
        let secret = try Secret(hex: Array(ReaderSettings.developmentSecret.utf8))
        let acquirer = HostEndpoint(host: "127.0.0.1", port: 9)
        let desk = AcquirerDesk(mind: AcquirerMind(scenario: .default, seed: 7), clock: clock)
        let virtual: any VirtualReader =
            switch spoken {
            case .heft: VirtualHeftReader(settings: ReaderSettings(seed: 9, secret: secret, acquirer: acquirer))
            case .datecs:
                VirtualPinpad(
                    settings: PinpadSettings(
                        acquirer: acquirer, currency: Currency(alpha: "EUR") ?? Money.nothing.currency))
            }
        reader = Loopback(reader: virtual, acquirer: desk, clock: clock)
        let ports = EnginePorts(
            links: reader, hosts: reader.hostConnector, journal: journal, time: clock, random: try SystemRandom())
        let engineSettings = EngineSettings(
            secret: secret, identity: .init(name: "till-bench", version: "1"), training: false,
            hostSecurity: { _, _ in .plain })
        engine = try TillEngine(ports: ports, settings: engineSettings) { [approved] event in
            if case .result(_, .approved, _, _) = event.event { approved.withLock { $0 += 1 } }
        }
        let address = ReaderAddress(place: .tcp(host: "reader", port: 1), wireProtocol: spoken)
        engine.submit(.connect(uri: address.uri, address: address))
        _ = settle()
    }

    /// - Returns: what the engine spent besides the journal; nil where the sale was not approved.
    func sell() -> Duration? {
        guard let euro = Currency(alpha: "EUR") else { return nil }
        let (before, rows) = (approved.withLock { $0 }, journal.spent)
        engine.submit(.pay(PaymentOrder(money: Money(minorUnits: 1050, currency: euro))))
        let spent = settle()
        return approved.withLock { $0 } == before + 1 ? spent - (journal.spent - rows) : nil
    }

    /// Everything happens, and time goes by where somebody waits for it.
    private func settle() -> Duration {
        var spent = Duration.zero
        while true {
            var moved = true
            while moved {
                let start = ContinuousClock.now
                moved = engine.pump()
                spent += ContinuousClock.now - start
                moved = reader.pump() || moved
            }
            guard let next = reader.nextDeadline else { return spent }
            clock.advance(to: next)
        }
    }
}

/// A clock that stands still until it is moved.
private final class HandClock: TimeSource {
    private let elapsed = Locked(Uptime.zero)

    func uptime() -> Uptime { elapsed.withLock { $0 } }
    func wallTime() -> WallTime { WallTime(milliseconds: uptime().nanoseconds / 1_000_000) }
    func civilTime() -> CivilTime { CivilTime(wallTime()) }
    func advance(to moment: Uptime) { elapsed.withLock { $0 = max($0, moment) } }
}
