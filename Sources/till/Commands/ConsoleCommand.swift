import Checkout
import Console
import Files
import Glibc
import Journals
import Payments
import Readers
import Terminal
import Threads
import Time
import Transports
import Vault

/// `till` and `till demo`: the console, until somebody quits and no money can move.
struct ConsoleCommand {
    let place: Workplace
    let environment: Environment
    let signals: SignalInbox
    let isDemo: Bool

    func run() throws(Stop) -> ExitStatus {
        guard environment.timeScale == 1 else { throw Stop(.unsafe, "time-scale-console") }
        let kind = try terminal()
        let links = try place.links()
        let last = isDemo ? nil : place.lastReader()
        let training = isDemo || last?.address.isTraining == true
        let desk = try EngineDesk(place: place, links: links, training: training)
        let vault = try place.vaultPath()
        let hasCredentials = !isDemo && desk.sells && Vault.isPresent(at: vault)
        let operators = hasCredentials ? try openUnasked(desk) : []
        let waker = Waker()
        var settings = settings(
            last, hasCredentials: hasCredentials, startsLocked: hasCredentials && operators == nil)
        try settings.name(merchantOf: place, isDemo: isDemo)
        if !desk.sells { settings.otherTill = OtherTill(try place.dataDirectory().lastHolder) }
        let shelf = try desk.signatureShelf(training: training)
        settings.takesDrawnSignature = shelf != nil
        shelf?.handIn()
        let app = ConsoleApp(
            place: place, desk: desk, finder: place.finder(links, training: isDemo), settings: settings,
            operators: operators ?? [], waker: waker, shelf: shelf)
        do throws(TerminalError) {
            _ = try TerminalLoop.run(app, on: kind, signals: signals, waker: waker)
        } catch {
            throw Stop(terminal: error)
        }
        let outcome = desk.waitForEnd(Mailbox())
        desk.stop()
        return outcome ?? app.status
    }

    private func terminal() throws(Stop) -> TerminalKind {
        do throws(TerminalError) {
            return try TerminalKind(
                environment: { name in getenv(name).map { String(cString: $0) } }, color: place.invocation.color,
                isTerminal: TerminalKind.isInteractive)
        } catch {
            throw Stop(terminal: error)
        }
    }

    /// Opens the credential file where nobody has to be asked for that.
    /// - Returns: who may sign in; nil where the passphrase has to be typed.
    private func openUnasked(_ desk: EngineDesk) throws(Stop) -> [OperatorName]? {
        guard let vault = try place.openVaultUnasked() else { return nil }
        place.credentials.unlock(vault)
        return try desk.operatorsFound()
    }

    private func settings(_ last: FoundReader?, hasCredentials: Bool, startsLocked: Bool) -> ConsoleSettings {
        let usual = ["GBP", "EUR", "USD", "CHF", "JPY"].compactMap { Currency(alpha: $0) }
        let named = isDemo ? Workplace.trainingCurrency : place.configuration.currency ?? "EUR"
        let currency = Currency(alpha: named) ?? usual[0]
        let theme = place.invocation.theme ?? place.configuration.theme ?? "dark"
        var settings = ConsoleSettings(
            currency: currency, currencies: usual,
            themes: [theme] + ["dark", "light"].filter { $0 != theme }, lastReader: last,
            hasCredentials: hasCredentials, startsLocked: startsLocked, lockAfter: lockAfter,
            secondsFromUTC: SystemZone.secondsFromUTC(place.time.wallTime()))
        settings.isDevelopment = environment.isDevelopment
        settings.logLevel = place.logLevel
        settings.merchantAuth = place.configuration.merchantAuth
        settings.acquirerLacks = place.configuration.acquirerLacks
        return settings
    }
}

extension ConsoleCommand {
    /// A quarter of an hour, as PCI DSS 8.2.8 asks. 0 in the configuration is never.
    private var lockAfter: Duration? {
        let minutes = place.configuration.lockMinutes ?? 15
        return minutes == 0 ? nil : .seconds(minutes * 60)
    }
}

extension ConsoleSettings {
    /// Where the merchant has an account, and which of its environments; training has none.
    fileprivate mutating func name(merchantOf place: Workplace, isDemo: Bool) throws(Stop) {
        guard !isDemo, let (gateway, url) = try place.merchantGateway() else { return }
        merchantGateway = gateway
        let environment = place.invocation.environment ?? place.configuration.environment
        gatewayEnvironment = [environment, url].compactMap(\.self).joined(separator: " · ")
        recorder = Recording.program
    }
}

extension OtherTill {
    /// Who holds the journal, by its own account.
    fileprivate init(_ holder: LockHolder?) {
        self.init(pid: holder?.pid, since: holder.flatMap { WallTime(rfc3339: $0.since) })
    }
}

extension Stop {
    /// There can be no screen.
    init(terminal error: TerminalError) {
        switch error {
        case .notATerminal: self.init(.usage, "no-terminal")
        case .tooSimple(let name): self.init(.usage, "terminal-too-simple", ["terminal": name])
        case .unknown(let name, let suggestion):
            self.init(.usage, "terminal-unknown", ["terminal": name, "suggestion": suggestion])
        }
    }
}
