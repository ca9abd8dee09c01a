public import Checkout
public import Time

/// Something happened, and when. In order and without loss.
public struct EngineEvent: Hashable, Sendable {
    public var at: WallTime
    /// The journal's number of the payment that the event speaks of; nil where it speaks of none.
    public var journalID: Int64?
    public var event: TillEvent

    public init(at: WallTime, journalID: Int64?, event: TillEvent) {
        self.at = at
        self.journalID = journalID
        self.event = event
    }
}
