public import Payments

/// What a session tells the till.
public enum ReaderEvent: Hashable, Sendable {
    /// Introduced; nothing financial can be sent before this.
    case connected(ReaderDetails)
    case notice(ReaderNotice)
    /// A payment is about to begin, and this is how far the reader's log goes; waits for `.proceed` or `.refuseStart`.
    case marked(ReaderMark)
    /// Somebody has to say whether the signature is right, within `secondsLeft`. `receipt` is as it came.
    case signatureRequested(id: Int, receipt: String, secondsLeft: Int)
    /// Too late, or the reader ended the operation by itself.
    case signatureWithdrawn(id: Int)
    /// The reader wants `byteCount` bytes sent to the acquirer; waits for `.relay` or `.refuseRelay`.
    case relayRequested(byteCount: Int)
    /// Prove that we know the secret; waits for `.prove`.
    case challenged(readerRandom: [UInt8])
    /// The operation has ended, or nobody will ever know how. Answered with `.acknowledgeResult` once written down.
    case finished(ReaderReading)
    /// A result that belongs to an earlier transaction. Answered with `.acknowledgeResult` once written down.
    case recovered(ReaderReading)
    /// The result of the payment that the reader began last, which nobody ended. Answered with `.acknowledgeResult` once
    /// written down; what was asked for goes on then.
    case unended(ReaderReading)
    /// What stands in the reader's log: it holds no result besides.
    case logRead(ReaderLogExtract)
    /// The reader holds no result.
    case nothingPending
    /// The reader could not say whether it holds a result.
    case pendingFailed(statusCode: UInt16)
    /// A barcode, as it came.
    case scanned(code: String)
    /// What was asked for besides payments is over.
    case served(ReaderServiceResult)
    /// The reader broke a rule, but the session goes on.
    case fault(ReaderFault)
    /// The session is over for good.
    case closed(ReaderFault?)
}

/// How a session reads an operation's end.
public struct ReaderReading: Hashable, Sendable {
    public var outcome: Outcome
    public var result: TransactionResult
    /// The reader says that the secret is wrong.
    public var secretRefused: Bool
    /// It is approved, and somebody has to look at the signature afterwards: the slip to sign. Nil where nobody has to.
    public var slip: String?

    public init(outcome: Outcome, result: TransactionResult, secretRefused: Bool = false, slip: String? = nil) {
        self.outcome = outcome
        self.result = result
        self.secretRefused = secretRefused
        self.slip = slip
    }
}
