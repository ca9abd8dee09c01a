import Checkout
import Engine
import Payments

/// What the account makes the till ask: a tip before a sale, and what the issuer said on the telephone. The end of input
/// is the answer that moves no money. (row E10)
extension PaymentConversation {
    var wantsTip: Bool {
        engine.snapshot.merchant?.asksForTip == true && order.operation == .sale && order.tip == nil
            && order.cashback == nil && teller.canAnswer
    }

    mutating func askForTip() {
        lastQuestion += 1
        teller.askForTip(id: lastQuestion)
        listen()
    }

    /// The tip in the amount's currency; nothing, or the end of input, is none. It comes on top of the amount.
    mutating func answeredTip(_ line: String?) {
        guard wantsTip else { return }
        guard let tip = line.map({ teller.tip(in: $0, for: lastQuestion) }) ?? 0 else { return }
        order.tip = tip == 0 ? nil : tip
        order.money.minorUnits += tip
        stage = .submitted
        engine.submit(.pay(order))
    }

    func isReferral(_ result: TransactionResult) -> Bool {
        result.isReferral && order.operation == .sale && !isUndoing && engine.snapshot.merchant?.referralPhone != nil
    }

    mutating func referred(_ reference: TransactionReference) {
        status = .declined
        if let referralCode { return book(referralCode, reference) }
        guard teller.canAnswer, let phone = engine.snapshot.merchant?.referralPhone else {
            isOver = true
            return
        }
        stage = .referred(reference)
        lastQuestion += 1
        teller.askReferral(id: lastQuestion, phone: phone)
        listen()
    }

    mutating func answeredReferral(_ line: String?, _ reference: TransactionReference) {
        guard let line else {
            isOver = true
            return
        }
        switch teller.referral(in: line, for: lastQuestion) {
        case .code(let code): book(code, reference)
        case .denied: isOver = true
        case nil: break
        }
    }

    private mutating func book(_ code: String, _ reference: TransactionReference) {
        var booking = PaymentOrder(.referredSale, money: order.money, original: reference)
        booking.referralCode = code
        stage = .booking(nil)
        engine.submit(.order(booking))
    }

    mutating func booked(_ reference: TransactionReference, _ outcome: Outcome) {
        guard case .booking(reference?) = stage else { return }
        status = ExitStatus(outcome)
        isOver = true
    }

    /// Nobody says what became of it; `till resolve` asks again.
    mutating func bookingStuck(_ reference: TransactionReference, _ inquiry: Inquiry) {
        guard case .booking(reference?) = stage, inquiry.isStuck(Self.mostTroubles) else { return }
        teller.leave(reference)
        status = .unknown
        isOver = true
    }

    /// *own choice*
    private static let mostTroubles = 3
}

/// What the issuer said on the telephone.
enum ReferralAnswer: Equatable {
    case code(String)
    case denied
}
