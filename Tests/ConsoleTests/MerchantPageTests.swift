import Checkout
import Console
import Payments
import Screen
import TestKit
import Testing

@Suite("Selling and refunding on a merchant's account, on the screen (E9, E10)")
struct MerchantPageTests {
    private func ready(_ gateway: MerchantGateway, asksForTip: Bool = false) throws -> ConsoleDriver {
        var merchant = Merchant(gateway: gateway, number: "1", terminal: "1", currency: .euro)
        merchant.asksForTip = asksForTip
        var driver = try ConsoleDriver.ready()
        driver.engine {
            $0.merchantGateway = gateway
            $0.merchant = merchant
        }
        return driver
    }

    private func order(_ driver: ConsoleDriver) -> PaymentOrder? {
        driver.effects.lazy.compactMap {
            switch $0 {
            case .submit(.pay(let order)), .submit(.order(let order)): order
            default: nil
            }
        }.first
    }

    @Test("a tip is asked for before a sale, and is in what is charged")
    func tip() throws {
        var driver = try ready(.opayo, asksForTip: true)
        driver.type("1000")
        driver.press(.enter)
        #expect(driver.screen.contains("A tip on top of EUR 10.00?"))
        driver.type("150")
        driver.press(.enter)
        #expect(driver.screen.contains("EUR 11.50"))
        driver.confirm()
        let asked = order(driver)
        #expect(asked == PaymentOrder(money: Money(minorUnits: 1150, currency: .euro), tip: 150))
    }

    @Test("without a tip the amount is as it was")
    func noTip() throws {
        var driver = try ready(.opayo, asksForTip: true)
        driver.type("1000")
        driver.press(.enter)
        driver.wait(.seconds(1))
        driver.press(.enter)
        driver.confirm()
        let asked = order(driver)
        #expect(asked == PaymentOrder(money: Money(minorUnits: 1000, currency: .euro)))
    }

    @Test("Esc leaves the sale")
    func escape() throws {
        var driver = try ready(.opayo, asksForTip: true)
        driver.type("1000")
        driver.press(.enter, .escape)
        #expect(!driver.screen.contains("A tip on top") && driver.screen.contains("€0.00"))
    }

    @Test("an account that takes no tips asks for none")
    func notAsked() throws {
        var driver = try ready(.redsys)
        driver.type("1000")
        driver.press(.enter)
        driver.confirm()
        let asked = order(driver)
        #expect(asked == PaymentOrder(money: Money(minorUnits: 1000, currency: .euro)))
    }

    @Test("a refund from the receipt goes to the gateway, without a reader, and its receipt follows")
    func refund() throws {
        var driver = try ready(.redsys)
        driver.beginSale()
        var paid = TransactionResult(finStatus: "AUTHORISED")
        paid.authorisedAmount = 1050
        paid.currency = "EUR"
        driver.end(.approved, paid)
        driver.press(.character("r"))
        driver.engine { $0.connection = .none }
        driver.press(.enter)
        driver.confirm()
        let asked = order(driver)
        let refund = try #require(asked)
        #expect(refund.operation == .linkedRefund && refund.original != nil)
        driver.engine { snapshot in
            var result = TransactionResult(finStatus: "AUTHORISED")
            result.authorisedAmount = refund.money.minorUnits
            result.currency = "EUR"
            snapshot.end(
                FinishedPayment(
                    reference: TransactionReference(random: [7]), outcome: .approved, result: result,
                    recovered: false, isLookedUp: true))
        }
        #expect(driver.screen.contains("Refund without card"))
        #expect(driver.screen.contains("The money goes back to the"))
    }

}
