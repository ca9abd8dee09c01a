import Localization
public import Time

/// The till that sells with this journal. While there is one, this till looks and sells nothing, to its end: it never
/// takes over by itself.
public struct OtherTill: Hashable, Sendable {
    /// Its process; nil where it did not say.
    public var pid: Int32?
    /// Since when it holds the journal; nil where it did not say.
    public var since: WallTime?

    public init(pid: Int32?, since: WallTime?) {
        self.pid = pid
        self.since = since
    }
}

extension ConsoleModel {
    /// Another till sells here.
    var isLooking: Bool { settings.otherTill != nil }

    /// How the program ends where somebody does not want to look: as every command does that finds the journal taken.
    static let takenStatus: Int32 = 10

    /// Offers to look at the history, which is all that can be done.
    mutating func offerToLook() -> [ConsoleEffect] {
        lastKey = now
        let effects = show(.history)
        question = Question(.look)
        return effects
    }

    /// Who sells here, in words.
    var otherTillWords: String {
        guard let till = settings.otherTill, let pid = till.pid, let since = till.since else {
            return catalogue.text("console.otherTill.unknown")
        }
        let time = catalogue.dateTime(CivilTime(since, secondsFromUTC: settings.secondsFromUTC))
        return catalogue.text("console.otherTill.known", ["pid": String(pid), "time": time])
    }

    /// What needs a reader, or writes.
    func isOnlyForSellers(_ command: ConsoleCommand) -> Bool {
        switch command {
        case .readers, .reader, .update, .fetchLog, .clearLog, .levelUp, .levelDown, .scanner, .testConnection,
            .endOfDay, .points, .account, .logIn, .forgetAccount, .updates, .fullUpdate, .normalUpdate,
            .refund, .reverse, .tip, .capture, .refer, .keep, .lock, .pair, .unpair, .drop:
            true
        case .go: page == .sale && sale.focus == .amount || page == .resolve
        default: false
        }
    }
}
