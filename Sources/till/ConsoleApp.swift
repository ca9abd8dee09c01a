import Checkout
import Console
import Crypto
import Engine
import Localization
import Payments
import Ports
import Readers
import Screen
import Terminal
import Threads
import Time
import Transports

/// The console on a terminal: hands keys and news to the model, and does what the model wants.
final class ConsoleApp: TerminalApp {
    private var model: ConsoleModel
    private let place: Workplace
    private let desk: EngineDesk
    private let finder: any ReaderFinder
    private let pairing: ConsolePairing
    private let searches = Turn()
    private let news = Mailbox<ConsoleMessage>()
    private let waker: Waker
    private var search: (any ReaderSearch)?
    private var themes: ThemeShelf
    /// What is typed and must not be seen.
    private let secret = SecretLine()
    private let lock: ConsoleLock
    private let accounts: AccountDesk
    /// Where drawn signatures are kept; without it customers sign on paper.
    private let shelf: (any SignatureShelf)?
    /// A picture is on its way to the terminal.
    private var hasDrawn = false

    private(set) var running = true
    private(set) var status = ExitStatus.done
    var theme: Theme { themes.current }
    var title: String { "till" }
    var mouse: Bool { model.wantsMouse }
    /// Ctrl-Z stops the program only while no money can move.
    var suspendable: Bool { !desk.isSelling }

    /// - Parameters:
    ///   - operators: who may sign in, where the credential file is open.
    ///   - shelf: without one there is no pad, whatever the settings say.
    init(
        place: Workplace, desk: EngineDesk, finder: any ReaderFinder, settings: ConsoleSettings,
        operators: [OperatorName], waker: Waker, shelf: (any SignatureShelf)? = nil
    ) {
        var settings = settings
        settings.takesDrawnSignature = settings.takesDrawnSignature && shelf != nil
        settings.usesMouse = !place.invocation.noMouse
        self.place = place
        self.desk = desk
        self.finder = finder
        self.waker = waker
        self.shelf = shelf
        lock = ConsoleLock(place: place, desk: desk)
        accounts = AccountDesk(place: place, desk: desk) { [news, waker] in tell(.account($0), news, waker) }
        pairing = ConsolePairing { [news, waker] in tell($0, news, waker) }
        themes = ThemeShelf(share: place.paths.share(place.invocation.shareDirectory), name: settings.themes.first)
        model = ConsoleModel(
            settings: settings, catalogue: place.catalogue, snapshot: desk.snapshot, size: ConsoleModel.leastSize)
        desk.changed = { [news, waker] snapshot in
            news.post(.snapshot(snapshot))
            waker.wake()
        }
        if settings.hasCredentials, !settings.startsLocked { update(.unlocked(operators)) }
        update(.started)
    }

    var patience: Duration? {
        model.nextTick.map { max(.zero, $0 - place.time.uptime()) }
    }

    func handle(_ key: Key) {
        notePainted()
        guard model.takesSecret, secret.takes(key) else { return update(.key(key)) }
        update(.secretTyped(secret.count))
    }

    func handle(_ signal: TerminalSignal) {
        switch signal {
        case .hangUp: running = false
        case .terminate, .interrupt:
            desk.cancelIfAllowed()
            status = .interrupted
            running = false
        case .cancel: desk.cancelIfAllowed()
        case .suspendRefused: update(.key(.control("z")))
        case .resumed: update(.resumed)
        }
    }

    func wake() {
        // Before anything else moves the model's clock.
        let isDue = model.nextTick.map { $0 <= place.time.uptime() } ?? false
        notePainted()
        for message in news.takeAll() { update(message) }
        if isDue { update(.tick) }
    }

    func draw(in canvas: inout Canvas) {
        let size = Size(width: canvas.width, height: canvas.height)
        if size != model.size { update(.resized(size)) }
        model.draw(in: &canvas)
        hasDrawn = true
    }

    private func notePainted() {
        if lock.wasAsleep { update(.resumed) }
        guard hasDrawn else { return }
        hasDrawn = false
        update(.painted)
    }

    private func update(_ message: ConsoleMessage) {
        for effect in model.update(message, at: place.time.uptime()) { perform(effect) }
    }
}

// MARK: What the model wants

extension ConsoleApp {
    private func perform(_ effect: ConsoleEffect) {
        switch effect {
        case .submit(let intent): desk.submit(intent)
        case .keepSignature(let reference, let drawing): shelf?.keep(drawing, for: reference)
        case .submitWithPIN(let intent): desk.submit(intent, pin: lock.pin(from: secret))
        case .unlock: unlock()
        case .lock: lock.close { [news, waker] in tell($0, news, waker) }
        case .forgetSecret: secret.clear()
        case .startSearch: startSearch()
        case .stopSearch: search?.stop()
        case .pair(let address): pairing.pair(address)
        case .confirmPairing(let isSame): pairing.confirm(isSame)
        case .enterPairingPIN: pairing.enter(secret)
        case .cancelPairing: pairing.cancel()
        case .unpair(let address): pairing.unpair(address)
        case .account(let order): accounts.perform(order, secret)
        case .loadHistory(let query): loadHistory(query)
        case .rememberReader(let reader): place.remember(reader)
        case .rememberLogLevel(let level): place.remember(level)
        case .loadLanguage(let language):
            update(.catalogue(Workplace.catalogue(language, share: place.paths.share(place.invocation.shareDirectory))))
        case .useTheme(let name): themes.use(name)
        case .suspend: break  // the terminal's loop stops the program; the model only agrees
        case .quit(let status):
            self.status = ExitStatus(rawValue: status) ?? .done
            running = false
        }
    }

    /// On a thread of its own: it takes half a second by design.
    private func unlock() {
        lock.open(with: secret) { [news, waker] in tell($0, news, waker) }
    }

    private func startSearch() {
        search?.stop()
        let number = searches.next()
        search = finder.search(timeout: .seconds(12)) { [news, waker, searches] event in
            guard searches.isLatest(number) else { return }
            switch event {
            case .found(let reader): news.post(.readerFound(reader))
            case .lost(let uri): news.post(.readerLost(uri: uri))
            case .trouble(let trouble): news.post(.searchTrouble(trouble))
            case .untroubled(let trouble): news.post(.searchUntroubled(trouble))
            case .done: news.post(.searchDone)
            }
            waker.wake()
        }
    }

    /// The journal is read on a thread of its own: the keyboard never waits for a disk.
    private func loadHistory(_ query: String) {
        startThread { [news, waker, desk] in
            news.post(.history(query: query, desk.history(query)))
            waker.wake()
        }
    }
}

private func tell(_ message: ConsoleMessage, _ news: Mailbox<ConsoleMessage>, _ waker: Waker) {
    news.post(message)
    waker.wake()
}

extension SecretLine {
    /// Takes what is typed; what else a key can be is the console's.
    fileprivate func takes(_ key: Key) -> Bool {
        switch key {
        case .character(let character): append(character)
        case .backspace, .control("u"): clear()
        default: return false
        }
        return true
    }
}
