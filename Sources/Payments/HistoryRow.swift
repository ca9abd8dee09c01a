public import Time

/// One payment as the history shows it: the fold of its journal entries.
public struct HistoryRow: Hashable, Sendable {
    /// The journal's number of the payment's first entry.
    public var journalID: Int64
    public var at: WallTime
    public var reference: TransactionReference
    /// Nil for a recovered result that belongs to no payment of this journal.
    public var intent: PaymentIntent?
    /// Nil while the payment runs, or after the till was killed: then nobody knows yet.
    public var outcome: Outcome?
    public var result: TransactionResult?
    public var relayed: Bool
    /// How far its reader's log went before it began; nil where the reader was not told of it yet, or keeps no log.
    public var mark: ReaderMark?
    /// What the cashier said of the signature; nil where nobody was asked.
    public var signature: SignatureVerdict?
    /// The acquirer's GUID of it, where the till has set about undoing it.
    public var reversing: String?
    /// Set on it afterwards; nil where none ever was.
    public var tip: Tip?
    public var operatorName: String
    public var training: Bool

    public init(
        journalID: Int64, at: WallTime, reference: TransactionReference, intent: PaymentIntent?, outcome: Outcome?,
        result: TransactionResult?, relayed: Bool, operatorName: String, training: Bool
    ) {
        self.journalID = journalID
        self.at = at
        self.reference = reference
        self.intent = intent
        self.outcome = outcome
        self.result = result
        self.relayed = relayed
        self.operatorName = operatorName
        self.training = training
    }
}
