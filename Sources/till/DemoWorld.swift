import Acquirer
import Crypto
import Payments
import Ports
import Simulator
import Threads
import Transports

/// The virtual reader and its acquirer inside this process, reached as real ones are: the reader over a pty, the
/// acquirer over TCP on the loopback address.
final class DemoWorld: LinkOpener {
    /// Decides, and keeps the ledger.
    let desk: AcquirerDesk
    private let acquirer: AcquirerServer
    private let reader: VirtualReaderServer
    private let links = SystemLinkOpener()
    private let address: ReaderAddress

    /// - Throws: `LinkFault` where the system gives no pty or no port.
    init(
        _ wireProtocol: ReaderAddress.WireProtocol, scenario: Scenario, currency: Currency, pace: Pace, seed: UInt64
    ) throws(LinkFault) {
        let time = SystemTime()
        desk = AcquirerDesk(mind: AcquirerMind(scenario: scenario, seed: seed), clock: time)
        let counter = try SocketListener(port: 0)
        acquirer = AcquirerServer(desk, listener: counter)
        acquirer.start()
        let pty = try PtyListener()
        reader = VirtualReaderServer(listener: pty, clock: time)
        address = try Self.address(pty.uri)
        let virtual: any VirtualReader =
            switch wireProtocol {
            case .heft: try Self.reader(scenario, pace, seed, counter.uri)
            case .datecs: try Self.pinpad(scenario, currency, pace, counter.uri)
            }
        guard reader.start(virtual) else { throw LinkFault(.other) }
    }

    func open(_ address: ReaderAddress, deliver: @escaping @Sendable (LinkEvent) -> Void) -> any Link {
        links.open(self.address, deliver: deliver)
    }

    private static func pinpad(
        _ scenario: Scenario, _ currency: Currency, _ pace: Pace, _ acquirer: String
    ) throws(LinkFault) -> VirtualPinpad {
        guard case .tcp(let host, let port) = try address(acquirer).place else { throw LinkFault(.other) }
        var settings = PinpadSettings(acquirer: HostEndpoint(host: host, port: port), currency: currency)
        settings.scenario = scenario
        settings.pace = pace
        return VirtualPinpad(settings: settings)
    }

    private static func reader(
        _ scenario: Scenario, _ pace: Pace, _ seed: UInt64, _ acquirer: String
    ) throws(LinkFault) -> VirtualHeftReader {
        guard case .tcp(let host, let port) = try address(acquirer).place,
            let secret = try? Secret(hex: Array(ReaderSettings.developmentSecret.utf8))
        else { throw LinkFault(.other) }
        var settings = ReaderSettings(seed: seed, secret: secret, acquirer: HostEndpoint(host: host, port: port))
        settings.scenario = scenario
        settings.pace = pace
        settings.quirks = [.scanner, .restarting]
        return VirtualHeftReader(settings: settings)
    }

    private static func address(_ uri: String) throws(LinkFault) -> ReaderAddress {
        guard let address = try? ReaderAddress(uri: uri) else { throw LinkFault(.other) }
        return address
    }
}

/// Makes a demo world when the first `demo:` address is opened, one for each scenario and protocol.
final class DemoOpener: LinkOpener {
    private let pace: Pace
    /// Of a reader that has one.
    private let currency: Currency
    private let worlds = Locked<[String: DemoWorld]>([:])
    private let latest = Locked<DemoWorld?>(nil)

    /// The world that was used last; nil where none was.
    var world: DemoWorld? { latest.withLock { $0 } }

    init(pace: Pace, currency: Currency) {
        self.pace = pace
        self.currency = currency
    }

    func open(_ address: ReaderAddress, deliver: @escaping @Sendable (LinkEvent) -> Void) -> any Link {
        do throws(LinkFault) {
            let world = try world(for: address)
            latest.withLock { $0 = world }
            return world.open(address, deliver: deliver)
        } catch {
            deliver(.closed(error))
            return NoLink()
        }
    }

    private func world(for address: ReaderAddress) throws(LinkFault) -> DemoWorld {
        guard case .demo(let name) = address.place, let scenario = Scenario(rawValue: name) else {
            throw LinkFault(.notFound)
        }
        let key = "\(name) \(address.wireProtocol.rawValue)"
        if let made = worlds.withLock({ $0[key] }) { return made }
        let seed = (try? SystemRandom())?.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } ?? 0
        let world = try DemoWorld(
            address.wireProtocol, scenario: scenario, currency: currency, pace: pace, seed: seed)
        worlds.withLock { $0[key] = world }
        return world
    }
}

/// A link that never opened.
private final class NoLink: Link {
    func send(_ bytes: [UInt8]) {}
    func close() {}
}
