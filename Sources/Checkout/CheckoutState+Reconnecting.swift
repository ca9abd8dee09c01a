import Payments
import Readers
public import Time

/// The way back to a reader that was lost. Source: row R8, issue list of heft.md 9.3.
public struct Reconnection: Hashable, Sendable {
    /// The one that was connected; another one that answers there is not it.
    public var serialNumber: String
    /// When it was lost.
    var since: Uptime
    /// When it is tried again.
    public var until: Uptime

    /// A reader that comes back is met within this, as long as it has not been away for a minute; later ones are met
    /// more slowly. *own choice*
    static let waits: [(after: Duration, wait: Duration)] = [
        (.seconds(600), .seconds(30)), (.seconds(60), .seconds(5)), (.zero, .milliseconds(500)),
    ]

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
    func afterFailing(_ target: ReaderTarget, _ again: Reconnection?, _ now: Uptime) -> CheckoutState {
        with(again.map { .lost(target, $0.again(now)) } ?? .none)
    }

    /// It is tried again.
    func reconnect(_ target: ReaderTarget, _ again: Reconnection) -> CheckoutStep {
        CheckoutStep(with(.connecting(target, again: again)), perform: [.openLink(target.address)])
    }

    var reconnectionDue: Uptime? {
        if case .lost(_, let again) = connection { again.until } else { nil }
    }
}
