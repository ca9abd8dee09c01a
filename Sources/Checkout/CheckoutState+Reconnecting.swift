import Payments
import Readers
public import Time

/// The way back to a reader that was lost, or that restarts. Source: row R8, issue list of heft.md 9.3.
public struct Reconnection: Hashable, Sendable {
    /// The one that was connected, or used before the start; another one that answers there is not it. Nil where that is
    /// not known.
    public var serialNumber: String?
    /// When it was lost, or first looked for.
    var since: Uptime
    /// When it is tried again.
    public var until: Uptime
    /// It restarts after an update; a try that fails after this was the last one. Nil where it was lost.
    private var endsAt: Uptime?

    /// How often it was tried since then.
    private var tries = 0
    /// It was not connected since the start.
    private var isFromBefore: Bool

    /// Before the first try; it doubles with each. BlueZ needs that long before it opens a channel again. *seen*
    static let shortestWait = Duration.milliseconds(50)
    /// A reader that comes back within a minute is met within this. *own choice*
    static let soon = (within: Duration.seconds(60), wait: Duration.milliseconds(500))
    /// A later one.
    static let longestWait = Duration.seconds(5)

    /// A reader restarts within about two seconds: until then it would answer as if nothing were. Source: heft.md 5.7.
    static let restartPause = Duration.seconds(2)
    /// How long a restart may take. *own choice*
    static let restartLimit = Duration.seconds(120)

    /// It restarts after an update, and is not only lost.
    public var isRestart: Bool { endsAt != nil }

    init(to serialNumber: String, restartingAt now: Uptime) {
        self.serialNumber = serialNumber
        since = now
        until = now + Self.restartPause
        endsAt = now + Self.restartLimit
        isFromBefore = false
    }

    /// The first try for a reader that was used before: whoever started the till hears why it fails.
    public var isFirstOfAll: Bool { isFromBefore && tries == 0 }

    init(expecting serialNumber: String?, since now: Uptime) {
        self.serialNumber = serialNumber
        since = now
        until = now
        isFromBefore = true
    }

    /// No more tries.
    func isOver(_ now: Uptime) -> Bool { endsAt.map { $0 <= now } ?? false }

    init(to serialNumber: String, lostAt now: Uptime) {
        self.serialNumber = serialNumber
        since = now
        until = now
        isFromBefore = false
        self = again(now)
    }

    /// One more try, after a while.
    func again(_ now: Uptime) -> Reconnection {
        let longest = now - since < Self.soon.within ? Self.soon.wait : Self.longestWait
        var next = self
        next.until = now + min(Self.shortestWait * (1 << min(tries, 10)), longest)
        next.tries += 1
        return next
    }
}

extension CheckoutState {
    /// The reader is lost: it is waited for, where the till does that, else somebody has to connect it again.
    func afterLosing(_ reader: ConnectedReader, _ now: Uptime) -> CheckoutState {
        guard reconnects else { return with(.none) }
        return with(
            .lost(reader.target, Reconnection(to: reader.details.serialNumber, lostAt: now)))
    }

    /// A try came to nothing.
    func triedInVain(
        _ target: ReaderTarget, _ again: Reconnection, _ cause: TillFault?, _ now: Uptime
    ) -> CheckoutStep {
        guard again.isOver(now) else {
            let told = again.isFirstOfAll ? cause.map { [CheckoutEffect.publish(.fault($0))] } : nil
            return CheckoutStep(with(.lost(target, again.again(now))), perform: told ?? [])
        }
        let fault = TillFault.restartTooLong
        return CheckoutStep(
            with(.none), perform: [.publish(.fault(fault)), .publish(.disconnected(transacting: false, fault))])
    }

    /// It is tried again.
    func reconnect(_ target: ReaderTarget, _ again: Reconnection) -> CheckoutStep {
        CheckoutStep(with(.connecting(target, again: again)), perform: [.openLink(target.address)])
    }

    var reconnectionDue: Uptime? {
        if case .lost(_, let again) = connection { again.until } else { nil }
    }
}
