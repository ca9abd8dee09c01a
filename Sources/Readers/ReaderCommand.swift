public import Payments
public import Time

/// What the till asks of a reader's session, whatever protocol it speaks.
public enum ReaderCommand: Hashable, Sendable {
    /// Introduce ourselves on a link that has opened; sets the reader's clock.
    case initialise(clock: CivilTime)
    /// Start a sale. The intent is in the journal by now.
    case sale(SaleRequest)
    /// Ask for a result that the reader still holds.
    case fetchPendingResult
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

/// A sale as the reader gets it.
public struct SaleRequest: Hashable, Sendable {
    public var money: Money
    /// At most 25 characters; echoed in the result.
    public var customerReference: String

    public init(money: Money, customerReference: String) {
        self.money = money
        self.customerReference = customerReference
    }
}
