import Checkout
import Engine
import Payments

/// Only part of a sale was approved: that part stands and the rest is paid in some other way, or it is undone. (row N11)
extension PaymentConversation {
    mutating func approvedInPart(_ reference: TransactionReference, _ result: TransactionResult) {
        status = .partlyApproved
        let money = Money(minorUnits: result.authorisedAmount ?? 0, currency: order.money.currency)
        let undoing = PaymentOrder(.saleReversal, money: money, original: reference)
        switch partial {
        case .accept: isOver = true
        case .reverse: undo(undoing)
        case .ask:
            stage = .deciding(undoing)
            lastQuestion += 1
            teller.askInPart(id: lastQuestion)
            teller.canAnswer ? listen() : keep()
        }
    }

    /// The end of input is the answer that moves no more money.
    mutating func answeredInPart(_ line: String?, _ undoing: PaymentOrder) {
        guard let line else { return keep() }
        switch teller.verdict(in: line, for: lastQuestion) {
        case .accepted: keep()
        case .declined: undo(undoing)
        case .unanswered, nil: break
        }
    }

    mutating func keep() { isOver = true }

    /// The reader may be ready already, or not yet.
    private mutating func undo(_ undoing: PaymentOrder) {
        isUndoing = true
        guard case .ready = engine.snapshot.connection else { return stage = .undoing(undoing) }
        stage = .submitted
        engine.submit(.pay(undoing))
    }

    /// Nothing is left of it; or the part stands still, and nobody knows whether it does.
    func undone(_ outcome: Outcome) -> ExitStatus {
        switch outcome {
        case .approved: .cancelled
        case .unknown: .unknown
        case .partlyApproved, .declined, .cancelled, .failed: .partlyApproved
        }
    }
}
