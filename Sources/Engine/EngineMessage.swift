import Checkout
import Crypto
import Gateways
import Payments
import Ports

/// What arrives in the engine's mailbox. Links are numbered, so that a late word of an old one is told apart.
enum EngineMessage: Sendable {
    /// The PIN beside an intent that takes one.
    case intent(Intent, pin: Secret?)
    case pinChecked(OperatorName, OperatorRole?)
    case reader(link: Int, LinkEvent)
    case host(link: Int, LinkEvent)
    /// The cloud's answer to a question about a payment.
    case cloud(TransactionReference, CloudQuestion, Result<HTTPAnswer, LinkFault>)
    /// What the merchant's gateway said of one.
    case found(TransactionReference, CloudFinding)
    /// Opayo's next answer about one.
    case opayo(TransactionReference, Result<HTTPAnswer, LinkFault>)
    case stop
}
