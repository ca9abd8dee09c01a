import Payments
import Time

/// A running operation of a HEFT session.
struct HeftOperation: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case payment(ReaderRequest)
        case pendingResult
        case service(ReaderService)
    }

    struct Signature: Hashable, Sendable {
        var id: Int
        var until: Uptime
        /// The time is over: only *unanswered* is taken from here on.
        var expired = false
    }

    var kind: Kind
    /// The reader has acknowledged the request: it may act on it.
    var isHandedOver = false
    /// As the latest event said.
    var cancelAllowed = false
    var cancelSent = false
    /// The reader asked for the acquirer after that: the cancel came too late.
    var cancelMissed = false
    /// The next message has to come by then.
    var messageDue: Uptime
    var signature: Signature?
    var verdict: SignatureVerdict?

    var nextDeadline: Uptime {
        guard let signature, !signature.expired else { return messageDue }
        return min(messageDue, signature.until)
    }
}
