import Acquirer
import Checkout
import Console
import Crypto
import Engine
import Gateways
import Localization
import Payments
import Ports
import Readers
import Sandbox
import Screen
import Simulator
import TestKit
import Threads
import Time

/// The whole product but for its terminal, with a virtual reader and an acquirer, on a clock that only the journey moves.
final class JourneyWorld {
    let clock = VirtualClock()
    let journal = MemoryJournal()
    let acquirer: AcquirerDesk
    let reader: Loopback
    private let cloud: SandboxLoopback
    private(set) var model: ConsoleModel
    /// The console has asked for the program's end.
    private(set) var hasQuit = false
    private var engine: TillEngine
    private var settings: ConsoleSettings
    private let secret: Secret
    private let journey: Journey
    private var radio: JourneyRadio?
    /// What was typed past the console.
    private var typed = ""
    /// What the console has not heard of yet.
    private let news = Locked<[ConsoleMessage]>([])
    private var starts: UInt64 = 0
    /// What customers drew to sign, in the order in which it was handed on.
    private var drawn: [(reference: TransactionReference, drawing: SignatureDrawing)] = []

    private static func counter(_ journey: Journey) -> FoundReader {
        let address = ReaderAddress(
            place: .tcp(host: "reader", port: 1), wireProtocol: journey.pinpad == nil ? .heft : .datecs)
        return FoundReader(
            uri: address.uri, address: address, name: "Counter", connectionTypes: [.network], known: true)
    }

    init(_ journey: Journey) throws {
        acquirer = AcquirerDesk(mind: AcquirerMind(scenario: journey.scenario, seed: 7), clock: clock)
        let right = try Secret(hex: Array(ReaderSettings.developmentSecret.utf8))
        reader = Loopback(reader: Self.reader(journey, right), acquirer: acquirer, clock: clock)
        cloud = try Self.cloud(acquirer, journey.scenario, clock)
        secret = journey.hasWrongSecret ? try Secret(hex: Array(repeating: UInt8(ascii: "a"), count: 64)) : right
        self.journey = journey
        radio = journey.bluetooth.map(JourneyRadio.init)
        settings = ConsoleSettings(
            currency: journey.currency, lastReader: Self.counter(journey), hasCredentials: journey.passphrase != nil,
            startsLocked: journey.passphrase != nil, lockAfter: journey.lockAfter)
        settings.takesDrawnSignature = journey.hasPad
        engine = try Self.engine(0, secret, reader, journal, clock, news, journey, cloud)
        model = ConsoleModel(
            settings: settings, catalogue: try .fromRepository(journey.language),
            snapshot: Self.firstSnapshot(journey), size: journey.size)
        start()
        settle()
    }

    private static func reader(_ journey: Journey, _ secret: Secret) -> any VirtualReader {
        let acquirer = HostEndpoint(host: "127.0.0.1", port: 9)
        guard let quirks = journey.pinpad else {
            var settings = ReaderSettings(seed: 9, secret: secret, acquirer: acquirer)
            settings.scenario = journey.scenario
            settings.quirks = journey.quirks
            settings.pace = journey.pace
            return VirtualHeftReader(settings: settings)
        }
        var settings = PinpadSettings(acquirer: acquirer, currency: journey.currency)
        settings.scenario = journey.scenario
        settings.quirks = quirks
        settings.pace = journey.pace
        return VirtualPinpad(settings: settings)
    }

    private static func firstSnapshot(_ journey: Journey) -> CheckoutSnapshot {
        var snapshot = CheckoutSnapshot(training: false)
        snapshot.authority = Authority(requiresSignIn: !journey.operators.isEmpty)
        return snapshot
    }

    private func start() {
        if journey.passphrase == nil { tell(.unlocked(names)) }
        tell(.started)
    }

    private var names: [OperatorName] { journey.operators.map(\.name) }

    private static func engine(
        _ seed: UInt64, _ secret: Secret, _ reader: Loopback, _ journal: MemoryJournal, _ clock: VirtualClock,
        _ news: Locked<[ConsoleMessage]>, _ journey: Journey, _ cloud: SandboxLoopback
    ) throws -> TillEngine {
        let operators = journey.operators
        let check: EngineSettings.PINChecker = { name, pin, answer in
            let person = operators.first { $0.name == name }
            answer(person.flatMap { pin.withBytes { Array($0) } == Array($0.pin.utf8) ? $0.role : nil })
        }
        var settings = EngineSettings(
            secret: { _ in secret }, identity: .init(name: "till", version: "1"), training: false,
            checkPIN: operators.isEmpty ? nil : check,
            hostSecurity: { host, _ in host.host == "127.0.0.1" ? .plain : nil })
        settings.reconnects = true
        if journey.hasCloud { settings.cloud = try access() }
        let ports = EnginePorts(
            links: reader, hosts: reader.hostConnector, journal: journal, time: clock,
            random: SeededRandom(seed: 100 + seed), http: cloud)
        return try TillEngine(
            ports: ports, settings: settings, watcher: { snapshot in news.withLock { $0.append(.snapshot(snapshot)) } },
            listener: { _ in })
    }

    private static let key = HandpointSettings.developmentKey

    private static func access() throws -> CloudAccess? {
        let key = try Secret(copying: Array(key.utf8))
        return HandpointCloud(url: "https://cloud.example").map { CloudAccess(gateway: $0, rule: .console) { key } }
    }

    private static func cloud(
        _ acquirer: AcquirerDesk, _ scenario: Scenario, _ clock: VirtualClock
    ) throws -> SandboxLoopback {
        let settings = HandpointSettings(
            key: try Secret(copying: Array(key.utf8)),
            secretDigits: try Secret(copying: Array(HandpointSettings.developmentSecret.utf8)), seed: 3,
            scenario: scenario)
        return SandboxLoopback(SandboxDesk(HandpointSandbox(settings), acquirer: acquirer), clock: clock)
    }

    /// The program is gone, and started again on the same journal.
    /// - Parameter otherTill: who holds the journal by now.
    func restart(beside otherTill: OtherTill? = nil) throws {
        settings.otherTill = otherTill
        reader.cut()
        reader.pump()
        starts += 1
        news.withLock { $0 = [] }
        engine = try Self.engine(starts, secret, reader, journal, clock, news, journey, cloud)
        model = ConsoleModel(
            settings: settings, catalogue: model.catalogue, snapshot: Self.firstSnapshot(journey), size: model.size)
        hasQuit = false
        start()
        settle()
    }
}

// MARK: What happens

extension JourneyWorld {
    /// Gives the console a message, and does what it wants done.
    func tell(_ message: ConsoleMessage) {
        for effect in model.update(message, at: clock.uptime()) { perform(effect) }
    }

    /// A key as the program hands it on: what must not be seen goes past the console.
    func press(_ key: Key) {
        guard model.takesSecret, case .character(let character) = key else { return tell(.key(key)) }
        typed.append(character)
        tell(.secretTyped(typed.count))
    }

    /// Everything that can happen now happens; then the screen is painted.
    func settle() {
        while reader.pumpOnce() || cloud.pumpOnce() || engine.pump() || takeNews() {}
        tell(.painted)
    }

    /// Time goes by, and what is due on the way is done when it is due.
    func wait(_ duration: Duration) {
        let end = clock.uptime() + duration
        while let next = nextDeadline, next <= end {
            clock.advance(to: next)
            if model.nextTick.map({ $0 <= next }) == true { tell(.tick) }
            settle()
        }
        clock.advance(to: end)
        settle()
    }

    private var nextDeadline: Uptime? {
        [engine.nextDeadline, reader.nextDeadline, cloud.nextDeadline, model.nextTick].compactMap(\.self).min()
    }

    private func takeNews() -> Bool {
        let messages = news.withLock { news in
            defer { news = [] }
            return news
        }
        for message in messages { tell(message) }
        return !messages.isEmpty
    }

    private func post(_ message: ConsoleMessage) { news.withLock { $0.append(message) } }

    private func perform(_ effect: ConsoleEffect) {
        switch effect {
        case .submit(let intent): engine.submit(intent)
        case .keepSignature(let reference, let drawing): drawn.append((reference, drawing))
        case .submitWithPIN(let intent):
            engine.submit(intent, pin: try? Secret(copying: Array(typed.utf8)))
            typed = ""
        case .unlock:
            let isRight = typed == journey.passphrase
            post(isRight ? .unlocked(names) : .unlockRefused(TillFault("vault-wrong-passphrase", .usage)))
            typed = ""
        case .forgetSecret: typed = ""
        case .lock: break
        case .startSearch:
            post(.readerFound(Self.counter(journey)))
            radio?.search().forEach(post)
            post(.searchDone)
        case .loadHistory(let query):
            let rows = try? journal.history(limit: 500, query: query.isEmpty ? nil : query)
            post(.history(query: query, rows ?? []))
        case .loadLanguage(let language):
            post(.catalogue((try? .fromRepository(language)) ?? .english))
        case .pair, .confirmPairing, .enterPairingPIN, .cancelPairing, .unpair:
            radio?.answers(to: effect, typed: typed).forEach(post)
            if effect == .enterPairingPIN { typed = "" }
        case .quit: hasQuit = true
        case .account(.keepSecret): typed = ""
        case .account, .stopSearch, .rememberReader, .rememberLogLevel, .useTheme, .suspend: break
        }
    }
}

// MARK: What can be seen

extension JourneyWorld {
    /// The screen as text; no-break spaces are spaces.
    var screen: String {
        var canvas = Canvas(model.size)
        model.draw(in: &canvas)
        let grid = canvas.grid
        return (0..<grid.size.height).map(grid.line).joined(separator: "\n")
            .replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")
    }

    /// `2 strokes`, and whether they are for another payment than the latest one.
    var drawnLines: [String] {
        let latest = (try? journal.history(limit: 1, query: nil))?.first?.reference
        return drawn.map { reference, drawing in
            "\(drawing.strokes.count) strokes" + (reference == latest ? "" : " for another payment")
        }
    }

    /// Whether the words stand there, wherever lines break, in one pane or across the screen.
    func shows(_ text: String) -> Bool {
        let rows = screen.split(separator: "\n").map { $0.split(separator: "│", omittingEmptySubsequences: false) }
        let panes = (0..<(rows.map(\.count).max() ?? 0)).map { pane in
            rows.map { pane < $0.count ? String($0[pane]) : "" }.joined(separator: " ")
        }
        let whole = rows.map { $0.joined(separator: " ") }.joined(separator: " ")
        return (panes + [whole]).contains { Self.words($0).contains(Self.words(text)) }
    }

    private static func words(_ text: String) -> String {
        text.split { $0.isWhitespace || "╭╮╰╯─".contains($0) }.joined(separator: " ")
    }

    var journalLines: [String] {
        journal.entries.map { entry in
            switch entry.change {
            case .intent, .mark, .relayed: entry.kind
            case .signature(let verdict): "\(entry.kind) \(verdict.rawValue)"
            case .tip(_, let outcome): "\(entry.kind) \(outcome.rawValue)"
            case .reversing(_, let reason): "\(entry.kind) \(reason.rawValue)"
            case .outcome(let outcome, _), .orphan(let outcome, _): "\(entry.kind) \(outcome.rawValue)"
            }
        }
    }

    var trailLines: [String] {
        journal.audit.map { entry in
            let body = entry.event.body
            return
                (["name", "permission"].compactMap { body[$0]?.stringValue } + [
                    entry.event.kind.replacing("audit.", with: "")
                ])
                .joined(separator: " ")
        }
    }

    var ledgerLines: [String] {
        acquirer.ledger.map { "\($0.kind.rawValue) \($0.amount) \($0.finStatus.rawValue)" }
    }
}
