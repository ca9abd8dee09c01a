import Acquirer
import Checkout
import Crypto
import Doubles
import Engine
import Gateways
import Payments
import Ports
import Readers
import Sandbox
import Simulator
import Threads
import Time

/// A till, a virtual reader, an acquirer and the cloud in one place, on a clock that the campaign moves. Everything that
/// can go wrong goes through a double that makes it.
final class CampaignWorld {
    let clock = VirtualClock()
    let journal = MemoryJournal()
    let desk: AcquirerDesk
    let reader: Loopback
    let sandbox: SandboxDesk
    let power = PowerSwitch()
    private(set) var engine: TillEngine?
    private let cloud: SandboxLoopback
    private let secret: Secret
    private let key: Secret
    private let planted: PlantedBug?
    private let heard = Locked<[EngineEvent]>([])
    private var starts: UInt64

    private let address: ReaderAddress
    /// More steps than these without coming to rest is a loop.
    private static let mostRounds = 200_000

    init(_ conditions: CampaignConditions, planted: PlantedBug?) throws {
        self.planted = planted
        starts = conditions.seed
        secret = try Secret(hex: Array(ReaderSettings.developmentSecret.utf8))
        key = try Secret(copying: Array(HandpointSettings.developmentKey.utf8))
        desk = AcquirerDesk(mind: AcquirerMind(scenario: conditions.scenario, seed: conditions.seed), clock: clock)
        address = ReaderAddress(place: .tcp(host: "reader", port: 1), wireProtocol: conditions.wireProtocol)
        reader = Loopback(
            reader: try Self.reader(conditions, secret, HostEndpoint(host: "127.0.0.1", port: 9)), acquirer: desk,
            clock: clock)
        var cloudSettings = HandpointSettings(
            key: key, secretDigits: try Secret(copying: Array(HandpointSettings.developmentSecret.utf8)),
            seed: conditions.seed, scenario: conditions.scenario)
        cloudSettings.faults = conditions.gatewayFaults
        cloudSettings.unknownReference = conditions.unknownReference
        cloudSettings.timeForm = conditions.timeForm
        sandbox = SandboxDesk(HandpointSandbox(cloudSettings), acquirer: desk)
        cloud = SandboxLoopback(sandbox, clock: clock)
    }

    private static func reader(
        _ conditions: CampaignConditions, _ secret: Secret, _ acquirer: HostEndpoint
    ) throws -> any VirtualReader {
        switch conditions.wireProtocol {
        case .heft:
            var settings = ReaderSettings(seed: conditions.seed, secret: secret, acquirer: acquirer)
            settings.scenario = conditions.scenario
            settings.quirks = conditions.quirks
            settings.pace = .human
            return VirtualHeftReader(settings: settings)
        case .datecs:
            guard let pounds = Currency(alpha: "GBP") else { throw CampaignError.noCurrency }
            var settings = PinpadSettings(acquirer: acquirer, currency: pounds)
            settings.scenario = conditions.scenario
            settings.quirks = conditions.pinpadQuirks
            settings.pace = .human
            return VirtualPinpad(settings: settings)
        }
    }

    /// Starts a till on the same journal, as after a restart.
    func start() throws {
        starts += 1
        let (secret, key) = (secret, key)
        guard let gateway = HandpointCloud(url: "https://cloud.example") else { return }
        var settings = EngineSettings(
            secret: { _ in secret }, identity: .init(name: "till", version: "1"), training: false,
            cloud: CloudAccess(gateway: gateway, rule: .console) { key },
            hostSecurity: { host, _ in host.host == "127.0.0.1" ? .plain : nil })
        settings.reconnects = true
        settings.planted = planted
        let ports = EnginePorts(
            links: PoweredLinks(base: reader, power: power),
            hosts: PoweredHosts(base: reader.hostConnector, power: power),
            journal: PoweredJournal(base: journal, power: power), time: clock, random: SeededRandom(seed: starts),
            http: PoweredHTTP(base: cloud, power: power))
        engine = try TillEngine(ports: ports, settings: settings) { [heard] event in
            heard.withLock { $0.append(event) }
        }
    }

    /// The till is gone: what it had sent is on its way, its link is not.
    func kill() {
        engine = nil
        reader.cut()
        reader.pump()
        power.cut(at: nil)
    }

    func submit(_ intent: Intent, token: String?) {
        engine?.submit(intent, pin: token.flatMap { try? Secret(copying: Array($0.utf8)) })
    }

    func connect() { engine?.submit(.connect(uri: address.uri, address: address)) }

    /// Everything that can happen now happens.
    func settle() throws {
        var rounds = 0
        while power.isOn, reader.pumpOnce() || cloud.pumpOnce() || engine?.pump() == true {
            rounds += 1
            guard rounds < Self.mostRounds else { throw CampaignError.noRest }
        }
    }

    /// Goes on to the next moment at which anybody acts by themselves.
    /// - Returns: false where nobody does before `limit`.
    func advance(upTo limit: Uptime) throws -> Bool {
        let next = [engine?.nextDeadline, reader.nextDeadline, cloud.nextDeadline].compactMap(\.self).min()
        guard let next, next <= limit else { return false }
        clock.advance(to: next)
        try settle()
        return true
    }

    /// Time goes by, and whatever happens in it.
    func wait(_ duration: Duration) throws {
        let end = clock.uptime() + duration
        while power.isOn, try advance(upTo: end) {}
        clock.advance(to: end)
        try settle()
    }

    var connection: CheckoutState.Connection { engine?.snapshot.connection ?? .none }

    var rows: [HistoryRow] { (try? journal.history(limit: 100_000, query: nil)) ?? [] }

    /// What was told since the last time.
    func takeEvents() -> [EngineEvent] {
        heard.withLock { events in
            defer { events = [] }
            return events
        }
    }
}

/// Something went wrong with the campaign's own run.
package enum CampaignError: Error, Hashable, Sendable {
    case noRest, noCurrency
}
