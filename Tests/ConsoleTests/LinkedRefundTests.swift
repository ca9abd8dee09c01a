import Checkout
import Payments
import TestKit
import Testing
import Time

@testable import Console

@Suite("A refund at the merchant's gateway, from the receipt (E9)")
struct LinkedRefundTests {
    @Test("with an account a refund needs neither card nor reader; without one it is the reader's")
    func operation() {
        let reference = TransactionReference(random: [9])
        let money = Money(minorUnits: 410, currency: .euro)
        #expect(SalePage(refundOf: reference, money, isLinked: true).order.operation == .linkedRefund)
        #expect(SalePage(refundOf: reference, money, isLinked: true).order.original == reference)
        #expect(SalePage(refundOf: reference, money).order.operation == .refund)
    }
}
