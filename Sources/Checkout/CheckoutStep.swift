public import Gateways
public import Payments
public import Readers

/// What follows from an input: what has to be durable first, and what may be done then.
public struct CheckoutStep: Hashable, Sendable {
    /// The state once `record` is written.
    public var next: CheckoutState
    public var record: [CheckoutRecord]
    public var perform: [CheckoutEffect]

    init(_ next: CheckoutState, record: [CheckoutRecord] = [], perform: [CheckoutEffect] = []) {
        self.next = next
        self.record = record
        self.perform = perform
    }
}

/// A state change for the journal; who, when and where are added by whoever writes it.
public enum CheckoutRecord: Hashable, Sendable {
    case payment(TransactionReference, JournalEntry.Change)
    case audit(AuditEvent)

    init(_ reference: TransactionReference, _ change: JournalEntry.Change) { self = .payment(reference, change) }
}

/// What may be done once the step's records are on disk.
public enum CheckoutEffect: Hashable, Sendable {
    case openLink(ReaderAddress)
    case closeLink
    /// Introduce ourselves; sets the reader's clock to the wall's.
    case introduce
    case reader(ReaderCommand)
    /// Prove that we know the secret.
    case prove(readerRandom: [UInt8])
    /// Look at the PIN that came with the intent.
    case checkPIN(OperatorName)
    /// Ask the acquirer's cloud about a payment.
    case ask(TransactionReference, CloudQuestion)
    case publish(TillEvent)
}
