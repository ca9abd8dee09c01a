import Payments
import Readers
public import Time

/// The way back to a reader that was lost, or that restarts. Source: row R8, issue list of heft.md 9.3.
public struct Reconnection: Hashable, Sendable {
    /// The one that was connected; another one that answers there is not it.
    public var serialNumber: String
    /// When it was lost.
    var since: Uptime
    /// When it is tried again.
    public var until: Uptime
    /// It restarts after an update; a try that fails after this was the last one. Nil where it was lost.
    private var endsAt: Uptime?

    /// A reader that comes back is met within this, as long as it has not been away for a minute; later ones are met
    /// more slowly. *own choice*
    static let waits: [(after: Duration, wait: Duration)] = [
        (.seconds(600), .seconds(30)), (.seconds(60), .seconds(5)), (.zero, .milliseconds(500)),
    ]

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
    }

    /// No more tries.
    func isOver(_ now: Uptime) -> Bool { endsAt.map { $0 <= now } ?? false }

    init(to serialNumber: String, lostAt now: Uptime) {
        self.serialNumber = serialNumber
        since = now
        until = now
        self = again(now)
    }

    /// One more try, after a while.
    func again(_ now: Uptime) -> Reconnection {
        let wait = Self.waits.first { now - since >= $0.after }?.wait ?? .zero
        var next = self
        next.until = now + wait
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
    func triedInVain(_ target: ReaderTarget, _ again: Reconnection, _ now: Uptime) -> CheckoutStep {
        guard again.isOver(now) else { return CheckoutStep(with(.lost(target, again.again(now)))) }
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
