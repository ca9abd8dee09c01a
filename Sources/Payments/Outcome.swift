/// What became of a payment. *Unknown* is an outcome too: money may have moved, and somebody has to find out.
public enum Outcome: String, Hashable, Sendable, CaseIterable {
    case approved, partlyApproved, declined, cancelled, failed, unknown
}

extension Outcome {
    /// The card was charged, or money given back.
    public var movesMoney: Bool { self == .approved || self == .partlyApproved }
}
