import Checkout
import Payments

/// A question that stands over the page. What it asks for is done by an Enter that nobody can press by accident.
struct Question: Hashable {
    enum Subject: Hashable {
        case charge(SaleOrder)
        /// The same once more, though nobody knows what became of an equal one.
        case chargeDespite(SaleOrder)
        case signature(id: Int, SignatureVerdict)
        case operation(selected: Operation)
        case quit
        /// Somebody who may has to vouch for the sale with a PIN.
        case vouch(Permission, SaleOrder)
    }

    var subject: Subject
    /// The question has reached the terminal.
    var isPainted = false

    init(_ subject: Subject) { self.subject = subject }

    /// How long after the last Enter another one counts: longer than any key repeat. Source: console.md "Amount entry".
    static let quiet = Duration.milliseconds(400)
}

/// What can be done with a card. Only sales can be done yet.
enum Operation: String, Hashable, CaseIterable {
    case sale, refund, reversal, tokenise, saleAndTokenise
}
