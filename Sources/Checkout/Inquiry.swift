public import Gateways
import Payments
public import Time

/// What is being found out at the acquirer's cloud about one payment that nobody knows the end of. Source: row H21,
/// gateways.md B.6.
///
///     asking ──knows nothing──▶ asking the feed ──nothing──▶ waiting ──▶ asking …  ──too long──▶ settled: failed
///        └──authorised──▶ waiting, looked at again ──▶ undecided ──keep──▶ settled: approved
///        └──declined, cancelled, failed──▶ settled          └──reverse──▶ reversing ──▶ settled: cancelled
public struct Inquiry: Hashable, Sendable {
    public enum Stage: Hashable, Sendable {
        /// The cloud was asked. It answers, or the transport gives up.
        case asking(CloudQuestion)
        /// Nothing final was said, or nothing at all. Asked again at `until`.
        case waiting(until: Uptime)
        /// It was authorised and stands. Somebody decides; where nobody does, it is undone at `until`.
        case undecided(CloudTransaction, until: Uptime?)
        /// That it is undone stands in the journal. The cloud was asked to; it answers, or the transport gives up.
        case reversing(eftTransactionID: String)
        /// Whether it is undone nobody said. Asked again at `until`.
        case reversalUnanswered(eftTransactionID: String, until: Uptime)
    }

    /// How far it is.
    public var stage: Stage
    /// What somebody decided before it was known.
    public var decision: InquiryDecision?
    /// Why the last question had no answer; nil where it had one.
    public var trouble: CloudTrouble?
    /// Questions without an answer, in a row.
    public var troubleCount = 0
    /// The cloud won't undo it: its code.
    public var reversalRefused: String?
    /// The cloud says that it had been undone before; that has to show.
    var isSaidUndone = false
    /// More than one transaction fits, so none does.
    public var isAmbiguous = false
    /// The cloud knows nothing of it, and may never: it does not keep every reference.
    public var isSilent = false
    /// When the feed was asked last.
    var feedAskedAt: Uptime?
    /// How often reference and feed were asked and nothing was known.
    var emptyRounds = 0
    /// When the first question of this run was asked.
    public var startedAt: Uptime
    /// When it was first seen to be authorised. While it is so only since moments, its reader may still undo it.
    public internal(set) var authorisedSince: Uptime?
    /// What the cloud knows of it, for its record once it is undone.
    var transaction: CloudTransaction?

    /// Source: gateways.md B.4.
    static let undoneAlready = "3051"

    init(_ stage: Stage, decision: InquiryDecision? = nil, at now: Uptime) {
        self.stage = stage
        self.decision = decision
        startedAt = now
    }

    var isAsking: Bool {
        switch stage {
        case .asking, .reversing: true
        case .waiting, .undecided, .reversalUnanswered: false
        }
    }

    /// Asked again after a while.
    func later(_ now: Uptime) -> Inquiry {
        let isSlow = now - startedAt >= InquiryRule.whole
        let until = now + (isSlow ? InquiryRule.slowInterval : InquiryRule.interval)
        var later = self
        if case .reversing(let id) = stage {
            later.stage = .reversalUnanswered(eftTransactionID: id, until: until)
        } else {
            later.stage = .waiting(until: until)
        }
        return later
    }

    /// When it goes on by itself.
    public var deadline: Uptime? {
        switch stage {
        case .asking, .reversing: nil
        case .waiting(let until), .reversalUnanswered(_, let until): until
        case .undecided(_, let until): until
        }
    }
}

extension Inquiry.Stage {
    /// The stable name in JSON.
    public var name: String {
        switch self {
        case .asking: "asking"
        case .waiting: "waiting"
        case .undecided: "undecided"
        case .reversing: "reversing"
        case .reversalUnanswered: "reversalUnanswered"
        }
    }
}

/// What becomes of a payment that was authorised and that nobody has a completed record of.
public enum InquiryDecision: String, Hashable, Sendable {
    /// It is taken as paid.
    case keep
    /// It is undone at the acquirer.
    case reverse
}

/// How payments are looked up.
public struct InquiryRule: Hashable, Sendable {
    /// The till begins by itself, with every payment that is unresolved.
    public var isAutomatic: Bool
    /// After how long a payment is undone that was authorised and that nobody decided about; nil for never.
    public var decideWithin: Duration?

    public init(isAutomatic: Bool, decideWithin: Duration?) {
        self.isAutomatic = isAutomatic
        self.decideWithin = decideWithin
    }

    /// What a console does by itself. *own choice*
    public static let console = InquiryRule(isAutomatic: true, decideWithin: .seconds(600))
    /// For commands that are told what to look up.
    public static let onDemand = InquiryRule(isAutomatic: false, decideWithin: nil)

    /// The next question follows the last by this much. Source: gateways.md B.6.
    static let interval = Duration.seconds(10)
    /// Once that long was asked in vain, the questions come more slowly. *own choice*
    static let slowInterval = Duration.seconds(60)
    /// A payment of which the acquirer knows nothing that long after it began was not charged. Source: gateways.md B.6,
    /// the longer of two times.
    static let whole = Duration.seconds(300)
    /// The feed is long, so it is asked less often, until nothing but it can say more. *own choice*
    static let feedInterval = Duration.seconds(30)
    /// One answer may be wrong: so often has nothing to be known. *own choice*
    static let emptyRounds = 2
    /// How long a reader may still undo by itself what it could not finish. Source: gateways.md B.6.
    static let provisional = Duration.seconds(31)
    /// The feed is read from that long before the payment to that long after: clocks differ. *own choice*
    static let feedMargin = Duration.seconds(6 * 3600)
    /// The question for what a reader did around a moment.
    /// - Parameter earlier: how much further it goes back.
    static func feed(of serialNumber: String, around at: WallTime, since earlier: Duration = .zero) -> CloudQuestion {
        .feed(
            serialNumber: serialNumber,
            from: WallTime(milliseconds: at.milliseconds - (feedMargin + earlier).milliseconds),
            to: WallTime(milliseconds: at.milliseconds + feedMargin.milliseconds))
    }
    /// A merchant's reference may come back another day; within this it is the same payment's. *own choice*
    static let sameTime = Duration.seconds(3600)
    /// So many are asked about at once. *own choice*
    static let mostAtOnce = 4
}
