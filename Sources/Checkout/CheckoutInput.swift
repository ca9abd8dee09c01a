public import Gateways
public import Payments
public import Readers
public import Time

/// What the checkout reacts to.
public enum CheckoutInput: Hashable, Sendable {
    case intent(Intent)
    case linkOpened
    /// The link could not be opened, or broke before the reader's session began.
    case linkFailed(TillFault)
    case reader(ReaderEvent)
    /// A PIN was looked at: the role of who has it, nil where it was the wrong one.
    case pinChecked(OperatorName, OperatorRole?)
    /// What the cloud said of a payment that is being looked up.
    case cloud(TransactionReference, CloudFinding)
    /// `nextDeadline` has come.
    case deadline
    /// What the previous step wanted written down could not be; nothing of that step was done.
    case recordFailed([CheckoutRecord], TillFault)
    /// The same of a step that concerned an inquiry.
    case inquiryUnrecorded(TransactionReference, TillFault)
}

extension CheckoutInput {
    /// What follows where the records of the step for this input could not be written.
    public func unrecorded(_ records: [CheckoutRecord], _ fault: TillFault) -> CheckoutInput {
        switch (self, records.first) {
        case (.cloud(let reference, _), _), (.deadline, .payment(let reference, _)),
            (.intent(.lookUp), .payment(let reference, _)):
            .inquiryUnrecorded(reference, fault)
        default: .recordFailed(records, fault)
        }
    }
}

/// What the world looks like when an input arrives.
public struct Moment: Hashable, Sendable {
    public var now: Uptime
    public var wall: WallTime
    /// A reference nobody has used, for whatever this input begins.
    public var fresh: TransactionReference
    /// What the journal knows of the transaction that an order wants to undo or refund; nil where it knows none.
    public var original: OriginalPayment?

    public init(now: Uptime, wall: WallTime, fresh: TransactionReference, original: OriginalPayment? = nil) {
        self.now = now
        self.wall = wall
        self.fresh = fresh
        self.original = original
    }
}
