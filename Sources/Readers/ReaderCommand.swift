public import Payments
public import Time

/// What the till asks of a reader's session, whatever protocol it speaks.
public enum ReaderCommand: Hashable, Sendable {
    /// Introduce ourselves on a link that has opened; sets the reader's clock.
    case initialise(clock: CivilTime)
    /// Start a sale, a refund, a reversal, or keep a card. The intent is in the journal by now.
    case start(ReaderRequest)
    /// The payment may begin: how far the reader's log went stands in the journal. Answers `.marked`.
    case proceed
    /// It may not, because that could not be written down: the reader is told nothing.
    case refuseStart
    /// Ask for a result that the reader still holds; where it keeps a log instead, for what stands there since the mark.
    /// Without a mark only for what hangs.
    case fetchPendingResult(since: ReaderMark?)
    /// Have something done besides payments.
    case serve(ReaderService)
    /// Ask the reader to stop; only while it allows that.
    case cancel
    /// The bytes that the reader wants to send to the acquirer may leave: that stands in the journal.
    case relay
    /// They may not, because it could not be written down: the reader is told that sending failed.
    case refuseRelay
    /// Answer signature request `id`; an answer to another one is dropped.
    case answerSignature(id: Int, SignatureVerdict)
    /// The operation's answer is in the journal: the reader may forget it.
    case acknowledgeResult
    /// Answer a challenge: our random and the proof over both.
    case prove(random: [UInt8], proof: [UInt8])
    /// Close the link; a running operation becomes *unknown*.
    case disconnect
}

/// A sale, refund or reversal as the reader gets it; with a card to keep the amount says nothing.
public struct ReaderRequest: Hashable, Sendable {
    public var operation: PaymentIntent.Operation
    public var money: Money
    /// At most 25 characters; echoed in the result.
    public var customerReference: String

    /// The acquirer's GUID of what is undone or refunded, or its retrieval reference number.
    public var originalID: String?
    /// The acquirer's approval code of what is undone or refunded.
    public var originalAuthorisation: String?
    /// The merchant's own reference; nil where there is none and `customerReference` is the till's.
    public var ownReference: String?
    /// What of the amount is a tip, in minor units.
    public var tip: Int64?
    /// Cash besides the amount, in minor units.
    public var cashback: Int64?
    public var budgetMonths: Int?
    /// For which of the merchant's contracts; empty where the reader decides.
    public var merchantAuth: [MerchantCredential]

    public init(
        _ operation: PaymentIntent.Operation = .sale, money: Money, customerReference: String,
        originalID: String? = nil, originalAuthorisation: String? = nil, ownReference: String? = nil,
        tip: Int64? = nil, cashback: Int64? = nil, budgetMonths: Int? = nil, merchantAuth: [MerchantCredential] = []
    ) {
        self.operation = operation
        self.money = money
        self.customerReference = customerReference
        self.originalID = originalID
        self.originalAuthorisation = originalAuthorisation
        self.ownReference = ownReference
        self.tip = tip
        self.cashback = cashback
        self.budgetMonths = budgetMonths
        self.merchantAuth = merchantAuth
    }
}
