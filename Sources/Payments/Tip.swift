/// What became of setting a tip afterwards.
public enum TipOutcome: String, Hashable, Sendable, CaseIterable {
    /// It is about to be sent. Where nothing follows nobody knows: setting it again is safe.
    case intended
    case authorised, declined, failed
    /// No answer, or none that can be relied on. Setting it again is safe.
    case unknown
}

/// The tip that was set on a payment afterwards, as its journal entries tell: the last one counts.
public struct Tip: Hashable, Sendable {
    /// Minor units of the payment's currency; 0 takes a tip away.
    public var amount: Int64
    public var outcome: TipOutcome
    /// What was surely set before this one, in minor units; nil where nothing was.
    public var before: Int64?

    public init(amount: Int64, outcome: TipOutcome, before: Int64? = nil) {
        self.amount = amount
        self.outcome = outcome
        self.before = before
    }

    /// What is surely set, in minor units; nil where nobody knows, or where no tip was ever set.
    public var standing: Int64? {
        switch outcome {
        case .authorised: amount
        case .declined, .failed: before
        case .intended, .unknown: nil
        }
    }

    /// The next entry of the same payment.
    func followed(by amount: Int64, _ outcome: TipOutcome) -> Tip {
        let isSameAttempt = self.outcome == .intended && outcome != .intended
        return Tip(amount: amount, outcome: outcome, before: isSameAttempt ? before : standing)
    }
}
