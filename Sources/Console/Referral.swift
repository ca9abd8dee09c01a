import Checkout
import Payments
import Screen

/// A sale about which the issuer wants to be called before it decides. The sale stands as declined; what the issuer says
/// books it at the gateway. (row E10)
struct Referral: Hashable {
    var reference: TransactionReference
    var money: Money
    /// What the issuer gives for its approval.
    private(set) var code = TextField(limit: PaymentOrder.longestReferralCode)

    init(of reference: TransactionReference, _ money: Money) {
        self.reference = reference
        self.money = money
    }

    /// Nil while the code is none.
    var order: PaymentOrder? {
        guard PaymentOrder.isReferralCode(code.text) else { return nil }
        var order = PaymentOrder(.referredSale, money: money, original: reference)
        order.referralCode = code.text
        return order
    }

    /// A code has letters and digits; anything else is not taken.
    mutating func take(_ key: Key) {
        var longer = code
        longer.take(key)
        if longer.text.isEmpty || PaymentOrder.isReferralCode(longer.text) { code = longer }
    }
}

extension ConsoleModel {
    /// Whom to call about the sale whose receipt is shown; nil where nobody is asked.
    var referral: Referral? { snapshot.merchant?.referralPhone == nil ? nil : receipt?.referral }

    /// The question that follows a sale of which the issuer wants to be called. Who leaves it finds it on the receipt.
    mutating func askReferral() {
        guard lockNeed == nil, let referral else { return }
        question = Question(.referral(referral))
    }

    /// Takes a key while it stands; nil for one that it leaves to any question.
    mutating func typeReferral(_ key: Key, _ referral: Referral) -> [ConsoleEffect]? {
        switch key {
        case .escape, .control("c"), .control("z"): return nil
        case .enter:
            guard referral.order != nil else { return [] }
            return nil
        default:
            var typed = referral
            typed.take(key)
            question?.subject = .referral(typed)
            return []
        }
    }
}
