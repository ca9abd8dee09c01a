import Acquirer
import Heft
import Time

/// An operation under way, as a machine of its own: what is left of its script, what it waits for, and how far the
/// money is.
struct Operation: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// A sale, a refund or a void.
        case payment
        /// F070, before which a payment that was cut off has to be reversed.
        case recovery
        /// F060.
        case update
        /// F080.
        case tokenise
    }

    enum Input: Hashable, Sendable {
        case begin
        /// The host has acknowledged all of what was sent last.
        case acknowledged
        /// An answer of the host, asked for or not.
        case answer(Packet)
        /// I010.
        case cancel
        /// `deadline` has come.
        case timeUp
    }

    enum Effect: Hashable, Sendable {
        case send(Packet)
        /// For a person who watches.
        case told(String)
        /// The operation is over.
        case finish(Ending)
        /// The operation is over, and the link breaks instead of the answer.
        case loseLink(Ending, saysGoodbye: Bool)
    }

    /// Who moves next.
    enum Waiting: Hashable, Sendable {
        /// Nobody: the next step is run, or there is none any more.
        case nothing
        /// The host has the event and is to acknowledge it.
        case acknowledgement(cancelAllowed: Bool)
        /// The card holder takes his time.
        case pause(until: Uptime)
        /// The host is to answer.
        case answer(Question, until: Uptime)
    }

    /// What the host was asked: R020, H000, H010, H020, H030, R010.
    enum Question: Hashable, Sendable {
        case proof, connect, send, receive, disconnect, verdict
    }

    /// What the acquirer may have done for this payment.
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

    let kind: Kind
    let facts: TransactionFacts
    /// The random of R020.
    let challenge: [UInt8]
    var steps: [Step]
    var waiting = Waiting.nothing
    var progress: Progress
    /// The host may cancel, by the last event that it has acknowledged.
    var isCancelAllowed = false
    /// What the acquirer is asked in the host round that runs.
    var asked = AcquirerRequest.Kind.sale
    /// The signature was asked for a second time.
    var hasAskedTwice = false
    /// The round that runs is about no money, but about this.
    var inquiry: String?
    /// How it ends once the reversal that runs has succeeded.
    var endingAfterReversal = Ending.reversed

    static func payment(_ facts: TransactionFacts, _ plan: CardholderPlan, challenge: [UInt8]) -> Operation {
        let steps = facts.isVoid ? [Step].void(facts.kind) : .payment(facts.kind, plan)
        return Operation(kind: .payment, facts: facts, challenge: challenge, steps: steps, progress: .untouched)
    }

    static func recovery(of facts: TransactionFacts) -> Operation {
        let steps = [Step].hostRound(.reversal) + [.finish(.reversed)]
        return Operation(kind: .recovery, facts: facts, challenge: [], steps: steps, progress: .sent)
    }

    /// What moves no money: no card is charged, and nothing is kept of it when it is broken off.
    static func service(_ kind: Kind, of facts: TransactionFacts, challenge: [UInt8]) -> Operation {
        Operation(
            kind: kind, facts: facts, challenge: challenge, steps: kind == .update ? .update : .tokenising,
            progress: .untouched)
    }

    /// The acquirer may have charged the card, and the sale is not to stand.
    var needsReversal: Bool {
        switch progress {
        case .sent, .unsigned: true
        case .untouched, .answered, .undone: false
        }
    }

    /// The request for a verdict that is out, or comes next, is not the last one.
    func givesUpSoon(_ quirks: Set<Quirk>) -> Bool { quirks.contains(.lateVerdict) && !hasAskedTwice }

    /// When `timeUp` is due.
    var deadline: Uptime? {
        switch waiting {
        case .pause(let until), .answer(_, let until): until
        case .nothing, .acknowledgement: nil
        }
    }

    /// Takes an input and runs the script until somebody else has to move.
    mutating func handle(_ input: Input, at now: Uptime, in surroundings: Surroundings) -> [Effect] {
        var effects = take(input, at: now, in: surroundings)
        while waiting == .nothing, !steps.isEmpty {
            effects += run(steps.removeFirst(), at: now, in: surroundings)
        }
        return effects
    }

    /// What an operation needs to know of its reader.
    struct Surroundings: Sendable {
        var settings: ReaderSettings
        /// The reader's clock, `YYYYMMDDhhmmss`.
        var stamp: String
    }
}
