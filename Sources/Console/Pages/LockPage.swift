import Checkout
import Payments
import Screen
import Time

/// What stands between a person and the till: the credential file's passphrase, then an operator's PIN.
struct LockPage: Hashable {
    /// What has to be typed. The digits and letters go past the model: it knows only how many there are.
    enum Need: String, Hashable {
        case passphrase, pin
    }

    /// The credential file's key is forgotten.
    var isFileLocked: Bool
    /// Who may sign in.
    var operators: [OperatorName] = []
    var selection = Selection<OperatorName>()
    /// Characters typed so far.
    var typed = 0
    /// It is being looked at.
    var isBusy = false
    /// Where to go when it is opened.
    var behind: ConsolePage?
    /// What `started` was to bring about.
    var startsLater = false

    var chosen: OperatorName? { selection.index(in: operators).map { operators[$0] } }

    mutating func forget() {
        typed = 0
        isBusy = false
    }
}

extension ConsoleModel {
    /// What has to be typed before anything else; nil where the till is open, and while money may move.
    var lockNeed: LockPage.Need? {
        if isSelling || snapshot.training { return nil }
        if lock.isFileLocked { return .passphrase }
        return snapshot.authority.person == .nobody ? .pin : nil
    }

    /// What is typed now must not be seen: it is not given to the model.
    public var takesSecret: Bool {
        if let pairing { if case .pin = pairing.step { return true } else { return false } }
        if case .vouch? = question?.subject { return !lock.isBusy }
        if page == .account, question == nil, account.form?.secret != nil { return true }
        return page == .lock && question == nil && lockNeed != nil && !lock.isBusy
    }

    /// Puts the lock before the page, or takes it away.
    mutating func followLock() -> [ConsoleEffect] {
        if lockNeed == nil { return page == .lock ? leaveLock() : [] }
        guard page != .lock else { return [] }
        lock.behind = page
        lock.forget()
        question = nil
        return show(.lock) + [.forgetSecret]
    }

    private mutating func leaveLock() -> [ConsoleEffect] {
        let behind = lock.behind ?? (settings.lastReader == nil && snapshot.connection == .none ? .readers : .sale)
        lock.behind = nil
        lock.forget()
        let isOver = behind == .lock || behind == .receipt && receipt == nil || isSelling
        return show(isOver ? home : behind)
    }

    /// The file is unlocked.
    mutating func unlocked(_ operators: [OperatorName]) -> [ConsoleEffect] {
        lock.isFileLocked = false
        lock.operators = operators
        lock.forget()
        guard lock.startsLater else { return followLock() }
        lock.startsLater = false
        return start() + followLock()
    }

    mutating func performOnLock(_ command: ConsoleCommand) -> [ConsoleEffect] {
        switch command {
        case .go: return tryLock()
        case .back:
            lock.forget()
            return [.forgetSecret]
        default:
            guard lockNeed == .pin else { return [] }
            lock.selection.move(command, in: lock.operators, window: LockView.window)
            lock.forget()
            return [.forgetSecret]
        }
    }

    private mutating func tryLock() -> [ConsoleEffect] {
        guard !lock.isBusy, lock.typed > 0 else { return [] }
        notice = nil
        switch lockNeed {
        case .passphrase?:
            lock.isBusy = true
            return [.unlock]
        case .pin?:
            guard let name = lock.chosen else { return [] }
            lock.isBusy = true
            return [.submitWithPIN(.signIn(name))]
        case nil: return []
        }
    }
}

// MARK: Locking

extension ConsoleModel {
    /// When the till locks itself if nobody touches it; nil where it doesn't.
    var lockDue: Uptime? {
        guard let after = settings.lockAfter, lockNeed == nil, isLockable else { return nil }
        return isUnderWay ? max(lastKey + after, now + .seconds(1)) : lastKey + after
    }

    /// Something goes on that a lock must not come into.
    private var isUnderWay: Bool {
        if isAccountBusy { return true }
        return switch snapshot.connection {
        case .connecting, .fetching, .selling, .serving: true
        case .none, .lost, .ready, .stuck: false
        }
    }

    var isLockable: Bool { settings.hasCredentials && !snapshot.training && !isSelling }

    /// Nobody has touched the till for long enough, and nothing is going on.
    mutating func lockIfIdle() -> [ConsoleEffect] {
        guard let after = settings.lockAfter, now - lastKey >= after, lockNeed == nil, !isUnderWay else { return [] }
        return lockFile()
    }

    /// Forgets the key, and who was there.
    mutating func lockFile() -> [ConsoleEffect] {
        guard isLockable, !lock.isFileLocked else { return [] }
        lock.isFileLocked = true
        sale.clear()
        let signOut = snapshot.authority.isSignedIn ? [ConsoleEffect.submit(.signOut)] : []
        return signOut + [.lock] + followLock()
    }

    /// Ctrl-K: the next operator, or nobody until the passphrase is typed.
    mutating func lockNow() -> [ConsoleEffect] {
        guard snapshot.authority.isSignedIn else { return lockFile() }
        sale.clear()
        return [.submit(.signOut)]
    }
}

extension Authority {
    /// Somebody has signed in.
    var isSignedIn: Bool { if case .signedIn = person { true } else { false } }
}
