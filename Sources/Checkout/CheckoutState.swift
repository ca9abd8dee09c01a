public import Payments
import Readers
public import Time

/// Everything the rules of selling depend on.
public struct CheckoutState: Hashable, Sendable {
    public enum Connection: Hashable, Sendable {
        /// No reader. `connect` moves on.
        case none
        /// The link is being opened, then the session introduces itself; the reader moves next.
        /// `again`: the reader was connected and got lost.
        case connecting(ReaderTarget, again: Reconnection?)
        /// The reader was connected and got lost, or it restarts. It is tried again by itself, until it is back, somebody
        /// says `disconnect`, or a restart takes too long.
        case lost(ReaderTarget, Reconnection)
        /// Introduced; the reader is asked for what it still holds. It moves next. `afterUnknown`: a payment has just
        /// ended so that nobody knows how.
        case fetching(ConnectedReader, afterUnknown: Bool)
        /// Payments may start. We move next.
        case ready(ConnectedReader)
        /// The reader holds a result that it did not give, or that could not be written down. No payment starts here;
        /// only a new connection helps.
        case stuck(ConnectedReader, TillFault)
        /// A payment runs; its result ends it, whatever happens.
        case selling(ConnectedReader, RunningPayment)
        /// The reader does something besides payments; its word ends it, or the end of the link.
        case serving(ConnectedReader, RunningService)
    }

    public var connection = Connection.none
    /// Payments whose outcome nobody knows, and the latest others, oldest first.
    public var payments: [KnownPayment]

    public var authority: Authority
    /// A reader that gets lost is connected again.
    public var reconnects: Bool
    /// For tests of the tests.
    package var planted: PlantedBug?
    /// How payments are looked up at the acquirer's cloud; nil where there is none.
    public var inquiryRule: InquiryRule?
    /// The gateway that the till is set up for besides its readers; nil where there is none.
    public let merchantGateway: MerchantGateway?
    /// On whose account the till sells there; nil while it is locked away.
    public var merchant: Merchant?
    /// How what was done at that gateway is looked up.
    let merchantRule: InquiryRule?
    /// The tip that is being set.
    var tip: TipAdjustment?
    /// The payments that are being looked up.
    public var inquiries: [TransactionReference: Inquiry] = [:]

    public init(
        payments: [KnownPayment] = [], authority: Authority = .open, inquiryRule: InquiryRule? = nil,
        reconnects: Bool = false, merchants: MerchantRule? = nil
    ) {
        merchantGateway = merchants?.gateway
        merchantRule = merchants?.rule
        merchant = merchants?.merchant
        self.reconnects = reconnects
        self.payments = payments
        self.authority = authority
        self.inquiryRule = inquiryRule
    }
}

extension CheckoutState {
    /// Of the reader that has introduced itself.
    public var serialNumber: String? {
        switch connection {
        case .none, .connecting, .lost: nil
        case .fetching(let reader, _), .ready(let reader), .stuck(let reader, _), .selling(let reader, _),
            .serving(let reader, _):
            reader.details.serialNumber
        }
    }
}

/// Where a reader is.
public struct ReaderTarget: Hashable, Sendable {
    /// As the user names it.
    public var uri: String
    public var address: ReaderAddress
}

/// The reader that payments go to.
public struct ConnectedReader: Hashable, Sendable {
    public var target: ReaderTarget
    public var details: ReaderDetails

    public var uri: String { target.uri }
}

/// A payment that is under way.
public struct RunningPayment: Hashable, Sendable {
    public var intent: PaymentIntent
    public var startedAt: Uptime
    public var cancelAllowed = false
    public var cancelRequested = false
    public var signature: PendingSignature?
    /// It is approved and written down, and what is left is the signature; or it undoes another one that is.
    var settled: SettledSale?

    init(intent: PaymentIntent, startedAt: Uptime) {
        self.intent = intent
        self.startedAt = startedAt
    }
}

/// A payment that is approved and stands in the journal, while its signature is looked at, or while it is undone because
/// that was not right.
struct SettledSale: Hashable, Sendable {
    var reference: TransactionReference
    var reading: ReaderReading
}

/// A signature that somebody has to look at.
public struct PendingSignature: Hashable, Sendable {
    public var id: Int
    public var receipt: String
    public var until: Uptime
}

/// What is remembered of a payment to recognise its result when it comes late.
public struct KnownPayment: Hashable, Sendable {
    public var intent: PaymentIntent
    public var at: WallTime
    /// Nil while nobody said anything, as after a till was killed.
    public var outcome: Outcome?
    public var eftTransactionID: String?
    /// The acquirer's approval code.
    public var authorisationCode: String?
    /// Bytes have gone to the acquirer.
    public var relayed: Bool
    /// How far its reader's log went before it began.
    public var mark: ReaderMark?
    /// What was said of the signature.
    public var signature: SignatureVerdict?
    /// The acquirer's GUID of it, where the till has set about undoing it.
    public var reversing: String?
    /// Its reader's day was closed since, by hand, and its record went with it: the reader can tell nothing any more.
    public var isGoneFromLog = false

    public init(
        intent: PaymentIntent, at: WallTime, outcome: Outcome?, eftTransactionID: String?, relayed: Bool = false,
        reversing: String? = nil, authorisationCode: String? = nil, mark: ReaderMark? = nil,
        signature: SignatureVerdict? = nil
    ) {
        self.authorisationCode = authorisationCode
        self.mark = mark
        self.signature = signature
        self.intent = intent
        self.at = at
        self.relayed = relayed
        self.reversing = reversing
        self.outcome = outcome
        self.eftTransactionID = eftTransactionID
    }

    /// Somebody has to find out what became of it; never where no money moves.
    public var isUnresolved: Bool { (outcome == nil || outcome == .unknown) && intent.operation.movesMoney }
}

extension CheckoutState {
    /// Notes that bytes of a payment go to the acquirer.
    mutating func noteRelay(_ reference: TransactionReference) {
        guard let index = payments.lastIndex(where: { $0.intent.reference == reference }) else { return }
        payments[index].relayed = true
    }

    mutating func noteReversing(_ reference: TransactionReference, _ id: String?) {
        guard let index = payments.lastIndex(where: { $0.intent.reference == reference }) else { return }
        payments[index].reversing = id
    }

    /// How many settled payments are remembered besides the unresolved ones. *own choice*
    public static let remembered = 200

    /// Notes a payment's outcome, or forgets the oldest settled one when there are too many.
    mutating func settle(_ reference: TransactionReference, _ outcome: Outcome, _ result: TransactionResult) {
        guard let index = payments.lastIndex(where: { $0.intent.reference == reference }) else { return }
        payments[index].outcome = outcome
        payments[index].eftTransactionID = result.eftTransactionID
        payments[index].authorisationCode = result.authorisationCode
        let settled = payments.indices.filter { !payments[$0].isUnresolved }
        guard settled.count > Self.remembered, let oldest = settled.first else { return }
        // Where an open payment's part of the reader's log ends, those behind it say.
        let isBehindOpen = payments[..<oldest].contains { $0.isUnresolved && $0.mark != nil }
        if !isBehindOpen { payments.remove(at: oldest) }
    }
}
