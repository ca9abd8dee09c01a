import Acquirer
import Checkout
import Crypto
import Engine
import Gateways
import Payments
import Ports
import Readers
import Sandbox
import Simulator
import Threads
import Time

/// A till, a virtual reader, an acquirer and its cloud in this process, on a clock of their own.
final class CertificationWorld {
    let clock = SteppedClock()
    let course = Course()
    let journal: CourseJournal
    let desk: AcquirerDesk
    private let reader: Loopback
    private let cloud: SandboxLoopback
    private let engine: TillEngine
    private let flaw: CertificationFlaw?

    /// More steps than these without coming to rest is a loop.
    private static let mostRounds = 200_000

    /// What a world is like.
    struct Setting {
        var scenario = Scenario.default
        var quirks: Set<Quirk> = []
        var pace = Pace.instant
        /// The till dials no host that the reader names.
        var refusesHosts = false
        var flaw: CertificationFlaw?
    }

    init(_ setting: Setting) throws {
        flaw = setting.flaw
        let scenario = flaw == .approvesEverything ? Scenario.quiet : setting.scenario
        desk = AcquirerDesk(mind: AcquirerMind(scenario: scenario, seed: 1), clock: clock)
        let secret = try Secret(hex: Array(ReaderSettings.developmentSecret.utf8))
        var settings = ReaderSettings(seed: 2, secret: secret, acquirer: HostEndpoint(host: "127.0.0.1", port: 9))
        settings.scenario = scenario
        settings.quirks = Self.quirks(setting)
        settings.pace = setting.pace
        reader = Loopback(reader: VirtualHeftReader(settings: settings), acquirer: desk, clock: clock)
        let key = try Secret(copying: Array(HandpointSettings.developmentKey.utf8))
        let sandbox = HandpointSettings(
            key: key, secretDigits: try Secret(copying: Array(HandpointSettings.developmentSecret.utf8)), seed: 3,
            scenario: scenario)
        cloud = SandboxLoopback(SandboxDesk(HandpointSandbox(sandbox), acquirer: desk), clock: clock)
        journal = CourseJournal(course, flaw: flaw)
        engine = try Self.engine(secret, key, reader, cloud, journal, clock, course, setting)
    }

    private static func quirks(_ setting: Setting) -> Set<Quirk> {
        switch setting.flaw {
        case .forgetsResults: setting.quirks.union([.forgetful])
        case .sendsReceipts: setting.quirks.subtracting([.signatureURL, .signatureBase64])
        default: setting.quirks
        }
    }

    private static func engine(
        _ secret: Secret, _ key: Secret, _ reader: Loopback, _ cloud: SandboxLoopback, _ journal: CourseJournal,
        _ clock: SteppedClock, _ course: Course, _ setting: Setting
    ) throws -> TillEngine {
        let (flaw, refusesHosts) = (setting.flaw, setting.refusesHosts)
        var settings = EngineSettings(
            secret: secret, identity: .init(name: "till", version: "certify"), training: true,
            hostSecurity: { host, _ in !refusesHosts && host.host == "127.0.0.1" ? .plain : nil })
        if flaw != .hasNoCloud, let gateway = HandpointCloud(url: "https://cloud.example") {
            settings.cloud = CloudAccess(gateway: gateway, rule: .console) { key }
        }
        let links = CourseLinks(base: reader, course: course, sellsTooEarly: flaw == .sellsTooEarly)
        let ports = EnginePorts(
            links: links, hosts: reader.hostConnector, journal: journal, time: clock, random: SeededBytes(seed: 4),
            http: cloud)
        return try TillEngine(ports: ports, settings: settings) { course.note(.told($0)) }
    }

    /// Where the virtual reader is said to be; every address leads to it.
    static let network = FoundReader(
        uri: "tcp://127.0.0.1:4000", address: ReaderAddress(place: .tcp(host: "127.0.0.1", port: 4000)),
        name: "network", connectionTypes: [.network], known: false)

    func submit(_ intent: Intent) {
        engine.submit(intent)
        settle()
    }

    /// Hands intents over before anything can happen.
    func submitTogether(_ intents: [Intent]) {
        for intent in intents { engine.submit(intent) }
        settle()
    }

    func connect(_ reader: FoundReader = network) { submit(.connect(uri: reader.uri, address: reader.address)) }

    func sell(_ amount: Int64, _ currency: Currency) {
        submit(.pay(PaymentOrder(money: Money(minorUnits: amount, currency: currency))))
    }

    /// The signature that somebody has to look at.
    var signature: PendingSignature? {
        if case .selling(_, let sale) = engine.snapshot.connection { sale.signature } else { nil }
    }

    /// Time goes by, and what is due on the way is done when it is due.
    func wait(_ duration: Duration) {
        guard flaw != .stopsClock else { return }
        let end = clock.uptime() + duration
        while let next = nextDeadline, next <= end {
            clock.advance(to: next)
            settle()
        }
        clock.advance(to: end)
        settle()
    }

    private var nextDeadline: Uptime? {
        [engine.nextDeadline, reader.nextDeadline, cloud.nextDeadline].compactMap(\.self).min()
    }

    private func settle() {
        var rounds = 0
        while rounds < Self.mostRounds, reader.pumpOnce() || cloud.pumpOnce() || engine.pump() { rounds += 1 }
    }
}

/// Bytes that are the same in every run.
private final class SeededBytes: RandomSource {
    private let numbers: Locked<SplitMix64>

    init(seed: UInt64) { numbers = Locked(SplitMix64(seed: seed)) }

    func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: numbers.withLock { $0.next() } >> 32) }
    }
}
