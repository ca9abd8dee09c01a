import Checkout
import Payments
import Screen

/// The reader's own page: what it says of itself, and what it does besides payments.
struct ReaderPage: Hashable {
    /// What the lower pane shows.
    enum Pane: String, Hashable {
        case log, codes
        /// What the day that was closed last came to.
        case totals
    }

    var pane = Pane.log
    var scroll = Scroll()
}

extension ConsoleModel {
    mutating func performOnReader(_ command: ConsoleCommand) -> [ConsoleEffect] {
        switch command {
        case .update: question = Question(.service(.update))
        case .testConnection: return submit(.serve(.testConnection))
        case .endOfDay: question = Question(.service(.endOfDay))
        case .clearLog: question = Question(.service(.clearLog))
        case .fetchLog: return submit(.serve(.fetchLog))
        case .levelUp: return setLevel(logLevel.rawValue + 1)
        case .levelDown: return logLevel == .none ? [] : setLevel(logLevel.rawValue - 1)
        case .scanner: return isScanning ? [.submit(.stopService)] : submit(.serve(.scan(ScanOptions())))
        case .points: return isAskingForPoints ? [.submit(.stopService)] : submit(.serve(.loyaltyBalance))
        case .back: return (isScanning || isAskingForPoints ? [.submit(.stopService)] : []) + goBack()
        default:
            reader.scroll.move(command, lines: paneLines.count, window: ReaderView.window(size))
        }
        return []
    }

    /// A digit is a level.
    mutating func typeOnReader(_ key: Key) -> [ConsoleEffect] {
        guard case .character(let character) = key,
            let level = character.wholeNumberValue.flatMap(UInt8.init(exactly:)),
            LogLevel(rawValue: level) != nil
        else { return [] }
        if let refusal = refusal(of: .levelUp) {
            notice = .refused(refusal)
            return []
        }
        return setLevel(level)
    }

    private mutating func setLevel(_ number: UInt8) -> [ConsoleEffect] {
        guard let level = LogLevel(rawValue: number) else { return [] }
        return submit(.serve(.setLogLevel(level)))
    }

    /// What the connected reader's log is set to.
    var logLevel: LogLevel { snapshot.services.level ?? settings.logLevel }

    /// A pinpad reads no codes.
    var shownPane: ReaderPage.Pane { readerProtocol == .datecs && reader.pane == .codes ? .totals : reader.pane }

    /// The lines of the lower pane.
    var paneLines: [String] {
        switch shownPane {
        case .log: snapshot.services.log
        case .codes: snapshot.services.codes
        case .totals: snapshot.services.totals.map(catalogue.line)
        }
    }

    var runningService: RunningService? {
        if case .serving(_, let service) = snapshot.connection { service } else { nil }
    }

    var isScanning: Bool {
        if case .scan = runningService?.service { true } else { false }
    }

    /// The reader waits for a card, to say how many points it has.
    var isAskingForPoints: Bool { runningService?.service == .loyaltyBalance }

    /// The reader is busy with something besides payments.
    var isServing: Bool {
        if case .serving = snapshot.connection { true } else { isRestarting }
    }

    /// It comes back by itself after an update.
    var isRestarting: Bool {
        switch snapshot.connection {
        case .lost(_, let again), .connecting(_, let again?): again.isRestart
        case .none, .connecting, .fetching, .ready, .stuck, .selling, .serving: false
        }
    }
}

// MARK: What comes of it

extension ConsoleModel {
    /// Shows what a service has brought, the newest of it.
    mutating func followServices(_ old: CheckoutSnapshot) -> [ConsoleEffect] {
        let news = snapshot.services
        if news.codes != old.services.codes { show(.codes) }
        guard news.endedCount != old.services.endedCount, let ended = news.ended else { return [] }
        switch ended.result {
        case .log: show(.log)
        case .levelSet(let level): return [.rememberLogLevel(level)]
        case .logCleared, .logEmpty:
            show(.log)
            notice = .service(ended.result)
        case .dayClosed:
            show(.totals)
            notice = .service(ended.result)
        case .updated, .connectionTested, .points: notice = .service(ended.result)
        case .scannerOff, .clock, .keys, .menu, .refused: break
        }
        return []
    }

    private mutating func show(_ pane: ReaderPage.Pane) {
        reader.pane = pane
        reader.scroll.move(.bottom, lines: paneLines.count, window: ReaderView.window(size))
    }
}
