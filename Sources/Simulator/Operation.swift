import Acquirer
import Heft
import Time

/// An operation under way: what is left of its script, what it waits for, and how far the money is.
struct Operation: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case sale
        /// F070, before which a sale that was cut off has to be reversed.
        case recovery
    }

    enum Waiting: Hashable, Sendable {
        case nothing
        /// The host has not acknowledged the event yet.
        case acknowledgement(cancelAllowed: Bool)
        case pause(until: Uptime)
        case answer(CommandID, until: Uptime)
    }

    /// What the acquirer may have done for this sale.
    enum Progress: Hashable, Sendable {
        /// No byte of the request has left.
        case untouched
        /// The request may have arrived; what became of it is not known here.
        case sent
        case answered(AcquirerAnswer)
        /// It was approved, but the signature has not been accepted.
        case unsigned(AcquirerAnswer)
        /// It has been reversed, and this is how the operation ends.
        case undone(Ending)
    }

    var kind: Kind
    var sale: SaleFacts
    var steps: [Step]
    var waiting = Waiting.nothing
    var progress = Progress.untouched
    /// The host may cancel, by the last event that it has acknowledged.
    var isCancelAllowed = false
    /// The random of the challenge that waits for its proof.
    var challenge: [UInt8] = []
    /// What the acquirer is asked in the host round that runs.
    var lastRequest: AcquirerRequest?
    /// How it ends once the reversal that runs has succeeded.
    var endingAfterReversal = Ending.reversed

    /// The acquirer may have charged the card, and the sale is not to stand.
    var needsReversal: Bool {
        switch progress {
        case .sent, .unsigned: true
        case .untouched, .answered, .undone: false
        }
    }

    /// What waits for the clock.
    var deadline: Uptime? {
        switch waiting {
        case .pause(let until), .answer(_, let until): until
        case .nothing, .acknowledgement: nil
        }
    }
}
