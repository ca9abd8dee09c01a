public import Gateways
public import Payments
import Readers

/// What the till tells whoever listens, in order and without loss.
public enum TillEvent: Hashable, Sendable {
    case connected(ReaderDetails)
    /// Pending results are booked: payments may start.
    case ready
    /// `transacting`: a payment ran when the link ended; its result came just before.
    case disconnected(transacting: Bool, TillFault?)
    case started(PaymentIntent)
    case status(ReaderNotice, elapsed: Duration)
    case signatureRequest(id: Int, receipt: String, secondsLeft: Int)
    case signatureCancelled(id: Int)
    /// A result that the reader had kept, booked to `reference`; `isKnown` where it stood in the journal already.
    case recovered(reference: TransactionReference, Outcome, TransactionResult, isKnown: Bool)
    /// The end of a payment, once for each one that started.
    case result(reference: TransactionReference, Outcome, TransactionResult, secretRefused: Bool)
    /// The reader does something besides payments.
    case serving(ReaderService)
    /// So many steps of an update are done; how many there will be nobody knows. Nil where the reader said nothing: it
    /// exchanges data with its host.
    case progress(done: Int, ReaderNotice?)
    /// A barcode, made harmless.
    case scanned(code: String)
    /// The service is over; a log has no card numbers in it any more.
    case served(ReaderService, ReaderServiceResult)
    /// What is known by now of a payment that is being looked up.
    case inquiry(TransactionReference, Inquiry)
    /// What became of a payment that was looked up.
    case settled(reference: TransactionReference, Outcome, TransactionResult)
    /// What became of a tip; `CloudTrouble` where there was no answer to rely on.
    case tipped(reference: TransactionReference, Money, TipOutcome, CloudTrouble?)
    case signedIn(OperatorName, OperatorRole)
    case signedOut
    /// Somebody vouched for the next action that takes this permission.
    case granted(Permission, by: OperatorName)
    /// What was asked for is written down and may be done.
    case permitted(Permission)
    /// Something could not be done, or went wrong.
    case fault(TillFault)
}
