import Checkout
import Payments

/// What is asked of a pinpad.
extension CampaignStretch {
    /// Each has something happen at the reader or on its link. Source: datecs.md 17.
    static let pinpadAmounts: [Int64] = [1000, 2000, 3000, 4000, 4100, 4200, 4300, 4400, 4500, 4600, 4700, 4800]

    mutating func wishOnPinpad() -> Intent? {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<60: .pay(sale())
        case 60..<66: .pay(PaymentOrder(.refund, money: money()))
        case 66..<70: .pay(PaymentOrder(.cashAdvance, money: money()))
        case 70..<72: .pay(PaymentOrder(.loyaltySpend, money: Money(minorUnits: money().minorUnits, currency: .points)))
        case 72..<77: .pay(PaymentOrder(.preauthorisation, money: money()))
        case 77..<78: .serve(.loyaltyBalance)
        case 78..<96: following().map(Intent.pay)
        case 96..<98: .serve(.testConnection)
        default: .serve(.endOfDay)
        }
    }

    private mutating func sale() -> PaymentOrder {
        var order = PaymentOrder(money: money(), customerReference: reference())
        if chance(10) { order.tip = min(100, order.money.minorUnits) }
        if chance(5) { order.cashback = 2000 }
        return order
    }

    /// Something that refers to a payment that went well.
    private mutating func following() -> PaymentOrder? {
        let paid = world.rows.filter { $0.outcome == .approved }
        guard let row = paid.randomElement(using: &random), let intent = row.intent,
            let operation = operations(after: intent.operation).randomElement(using: &random)
        else { return nil }
        return PaymentOrder(operation, money: intent.money, original: row.reference)
    }

    private func operations(after operation: PaymentIntent.Operation) -> [PaymentIntent.Operation] {
        switch operation {
        case .sale: [.saleReversal, .refund]
        case .capture: [.saleReversal]
        case .cashAdvance: [.advanceReversal]
        case .loyaltySpend: [.loyaltyReversal]
        case .preauthorisation: [.capture, .capture, .release]
        default: []
        }
    }
}
