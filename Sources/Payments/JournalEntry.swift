public import Time

/// One state change of one payment, as the journal keeps it: appended, never changed.
public struct JournalEntry: Hashable, Sendable {
    /// The payment it belongs to. A recovered result that matches no payment has a reference of its own.
    public var reference: TransactionReference
    public var at: WallTime
    /// Who was signed in; empty where there are no operators.
    public var operatorName: String
    public var training: Bool
    public var change: Change

    public enum Change: Hashable, Sendable {
        /// The sale is about to be sent.
        case intent(PaymentIntent)
        /// The reader is about to be told, and this is how far its own log goes: from here on no answer means *unknown*.
        /// Only of readers that keep a log.
        case mark(ReaderMark)
        /// Bytes are about to go to the acquirer: from here on no answer means *unknown*.
        case relayed
        /// The cashier's verdict on the signature is about to be sent.
        case signature(SignatureVerdict)
        /// What became of it. The last one counts: *unknown* may be followed by one of the others.
        case outcome(Outcome, TransactionResult)
        /// The acquirer is about to be asked to undo it: from here on it is never taken as paid by itself.
        case reversing(eftTransactionID: String, ReversalReason)
        /// A tip is about to be set on it at the acquirer, or what became of that; minor units of its currency.
        case tip(Int64, TipOutcome)
        /// A result the reader held for a payment that this journal does not know: kept, never dropped.
        case orphan(Outcome, TransactionResult)
    }

    /// An intent is a payment's first row.
    public var beginsPayment: Bool { if case .intent = change { true } else { false } }

    public init(
        reference: TransactionReference, at: WallTime, operatorName: String, training: Bool, change: Change
    ) {
        self.reference = reference
        self.at = at
        self.operatorName = operatorName
        self.training = training
        self.change = change
    }
}

/// What the cashier said of a signature, or that nobody said anything in time.
public enum SignatureVerdict: String, Hashable, Sendable {
    case accepted, declined, unanswered
}

/// Why a payment is undone that nobody had a completed record of.
public enum ReversalReason: String, Hashable, Sendable {
    /// Somebody said so.
    case decided
    /// Nobody said anything in time.
    case undecided
}
