import Console
import Gateways
import Localization
import Payments
import Screen
import TestKit
import Testing
import Time

@testable import Checkout

@Suite("Selling and refunding on a merchant's account, on the screen (E9, E10)")
struct MerchantPageTests {
    private func ready(_ gateway: MerchantGateway, asksForTip: Bool = false) throws -> ConsoleDriver {
        var merchant = Merchant(gateway: gateway, number: "1", terminal: "1", currency: .euro)
        merchant.asksForTip = asksForTip
        var driver = try ConsoleDriver.ready()
        driver.engine {
            $0.merchantGateway = gateway
            $0.merchant = merchant
            $0.connection = .ready(.pinpad)
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

    @Test("a refund whose answer got lost is not offered again: the page is empty")
    func refundLost() throws {
        var driver = try ready(.redsys)
        driver.beginSale()
        var paid = TransactionResult(finStatus: "AUTHORISED")
        paid.authorisedAmount = 1050
        paid.currency = "EUR"
        driver.end(.approved, paid, connection: .ready(.pinpad))
        driver.press(.character("r"))
        driver.press(.enter)
        driver.confirm()
        #expect(order(driver)?.operation == .linkedRefund)
        driver.engine { snapshot in
            var inquiry = Inquiry(.waiting(until: .zero), at: .zero)
            inquiry.trouble = .unreachable
            snapshot.inquiries[TransactionReference(random: [7])] = inquiry
            snapshot.unresolved = 1
        }
        #expect(driver.model.page == .sale && driver.screen.contains("€0.00"))
        driver.confirm()
        #expect(order(driver) == nil && !driver.screen.contains("Refund without card"))
    }

    @Test("a reader that is set to another currency than the account is not sold on")
    func otherCurrency() throws {
        var driver = try ready(.redsys)
        driver.engine {
            var reader = ConnectedReader.pinpad
            reader.details.currency = "GBP"
            $0.connection = .ready(reader)
        }
        driver.type("1000")
        driver.press(.enter)
        #expect(driver.words().contains("The reader is set to another currency") && order(driver) == nil)
    }
}

@Suite("What the issuer says on the telephone, on the screen (E10)")
struct ReferralPageTests {
    static func referred(_ language: Language = .en, size: Size = Size(width: 80, height: 24)) throws -> ConsoleDriver {
        var merchant = Merchant(gateway: .opayo, number: "1", terminal: "1", currency: .euro)
        merchant.referralPhone = "+44 1632 960000"
        var driver = try ConsoleDriver.ready(language, size: size)
        driver.engine { [merchant] in
            $0.merchantGateway = .opayo
            $0.merchant = merchant
            $0.connection = .ready(.pinpad)
        }
        driver.beginSale()
        var result = TransactionResult(finStatus: "DECLINED")
        result.raw = TransactionResult.RawResult(
            header: "", result: nil, fields: Detail(name: "fields", children: [Detail(name: "hostResponse", text: "1")])
        )
        driver.end(.declined, result, connection: .ready(.pinpad))
        return driver
    }

    private func booking(_ driver: ConsoleDriver) -> PaymentOrder? {
        driver.effects.lazy.compactMap { if case .submit(.order(let order)) = $0 { order } else { nil } }.first
    }

    @Test("whom to call is shown, and the code that is typed books the sale")
    func approved() throws {
        var driver = try Self.referred()
        #expect(driver.screen.contains("+44 1632 960000"))
        driver.type("12n")
        driver.confirm()
        let order = booking(driver)
        #expect(order?.operation == .referredSale && order?.referralCode == "12n")
        #expect(order?.original == SamplePayments.reference(1) && order?.money.minorUnits == 1050)
    }

    @Test("without a code nothing is booked")
    func noCode() throws {
        var driver = try Self.referred()
        driver.confirm()
        #expect(booking(driver) == nil && driver.screen.contains("+44 1632 960000"))
    }

    @Test("Esc leaves the sale declined; its receipt asks again")
    func declined() throws {
        var driver = try Self.referred()
        driver.press(.escape)
        #expect(!driver.screen.contains("+44 1632 960000") && driver.model.page == .receipt)
        driver.press(.character("p"))
        #expect(driver.screen.contains("+44 1632 960000"))
    }

    @Test("without a number to call nothing is asked")
    func noPhone() throws {
        var driver = try Self.referred()
        driver.press(.escape)
        driver.engine { $0.merchant?.referralPhone = nil }
        driver.press(.character("p"))
        #expect(driver.words().contains("No issuer wants to be called"))
    }
}
