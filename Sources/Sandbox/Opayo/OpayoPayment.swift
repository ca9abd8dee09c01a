import Payments
import Time

/// A transaction that runs, or has run.
struct OpayoPayment: Hashable {
    /// What the cashier was told on the telephone.
    enum Referral: Hashable {
        case approved(code: String)
        case denied
    }

    var session: String
    /// Of the sale that was referred to the issuer; nil where nobody has to be asked.
    var referred: Referred?
    var events: [OpayoEvent] = []
    /// `paymentTransactionData`; nil while a question is open.
    var result: JSONValue?
    /// With its answer the first password may be exchanged.
    var movesMoney = false
    var passwordHash: String?
    /// The next answer that says how it ended does not arrive.
    var losesAnswer = false

    /// A sale that waits for a telephone call.
    struct Referred: Hashable {
        /// The ledger's name of it.
        var id: String
        var request: OpayoOrder
        var answer: Referral?
        var isCancelled = false
    }

    init(session: String) { self.session = session }

    /// It can be said how it ended. Source: the first answer has events only, *own choice*.
    var isCompleted: Bool { result != nil && events.last?.step == .completed }
}

/// What a transaction that moves money is about.
struct OpayoOrder: Hashable {
    /// The acquirer's number of the original.
    var original: String
    var money: Money
    var reference: String?

    init(_ parameters: OpayoParameters) throws(OpayoCommand.Malformed) {
        original = try parameters.text("originalTransId")
        money = try parameters.money("baseTransactionAmount")
        _ = try parameters.word("tenderType", of: ["CARD"])
        reference = try parameters.optionalText("merchantTransactionReference")
    }

    var isTooLong: Bool { (reference?.utf8.count ?? 0) > Self.longestReference }

    /// *own choice*
    static let longestReference = 64
}
