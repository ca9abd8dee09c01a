import Gateways
import Payments
import TestKit
import Testing
import Time

@testable import Checkout

@Suite("A tip is set afterwards (H20)")
struct TipAdjustmentTests {
    private static let sale = KnownPayment.sample(outcome: .approved)
    private var reference: TransactionReference { Self.sale.intent.reference }

    private func driver(_ rule: InquiryRule? = .onDemand) -> CheckoutDriver {
        CheckoutDriver(payments: [Self.sale], inquiryRule: rule)
    }

    /// - Parameter age: of the sale.
    private func original(age: Duration) -> OriginalPayment? {
        let at = WallTime(milliseconds: VirtualClock().wallTime().milliseconds - age.milliseconds)
        var row = HistoryRow(
            journalID: 1, at: at, reference: reference, intent: Self.sale.intent, outcome: .approved, result: .sample,
            relayed: true, operatorName: "", training: false)
        row.result?.eftTransactionID = "guid-1"
        return OriginalPayment(reference, in: [row])
    }

    private func adjust(_ units: Int64, age: Duration = .seconds(600), _ driver: inout CheckoutDriver) {
        driver.take(.intent(.adjustTip(TipOrder(reference, minorUnits: units))), original: original(age: age))
    }

    private func say(_ finding: CloudFinding, _ driver: inout CheckoutDriver) {
        driver.take(.cloud(reference, finding))
    }

    private func read(_ tip: Int64?) -> CloudFinding {
        var result = TransactionResult.sample
        result.eftTransactionID = "GUID-1"
        result.gratuityAmount = tip
        return .transactions([CloudTransaction(result: result, reference: reference, serialNumber: nil)])
    }

    private func asked(_ driver: CheckoutDriver) -> [CloudQuestion] {
        driver.performed.compactMap { if case .ask(_, let question) = $0 { question } else { nil } }
    }

    private var tip: CloudQuestion {
        .tip(eftTransactionID: "guid-1", Money(minorUnits: 250, currency: Self.sale.intent.money.currency))
    }

    @Test("that it is intended is written down before it is sent, and its outcome after it was read back")
    func course() {
        var driver = driver()
        adjust(250, &driver)
        #expect(driver.recorded == [.tip(250, .intended)] && asked(driver) == [tip])
        say(.tip(.authorised), &driver)
        #expect(driver.recorded.isEmpty && asked(driver) == [.status(reference)])
        say(read(250), &driver)
        #expect(driver.recorded == [.tip(250, .authorised)])
        adjust(0, &driver)
        #expect(driver.recorded == [.tip(0, .intended)])
    }

    @Test("declined and failed end it at once", arguments: [TipOutcome.declined, .failed])
    func refused(outcome: TipOutcome) {
        var driver = driver()
        adjust(250, &driver)
        say(.tip(outcome), &driver)
        #expect(driver.recorded == [.tip(250, outcome)])
    }

    @Test("no answer, or one that says nothing, leaves it unknown, and it may be set again")
    func lost() {
        var driver = driver()
        for finding in [CloudFinding.trouble(.unreachable), .transactions([]), .reversed(id: nil)] {
            adjust(250, &driver)
            say(finding, &driver)
            #expect(driver.recorded == [.tip(250, .unknown)])
        }
        adjust(250, &driver)
        #expect(asked(driver) == [tip])
    }

    @Test("one that is set within a minute of the sale is looked at when the minute is over")
    func early() {
        var driver = driver()
        adjust(250, age: .seconds(20), &driver)
        say(.tip(.authorised), &driver)
        #expect(asked(driver).isEmpty && driver.machine.nextDeadline == .zero + .seconds(40))
        driver.clock.advance(by: .seconds(40))
        driver.take(.deadline)
        #expect(asked(driver) == [.status(reference)])
        say(read(250), &driver)
        #expect(driver.recorded == [.tip(250, .authorised)])
    }

    @Test("one that got lost is set once more, then nobody knows")
    func repeated() {
        var driver = driver()
        adjust(250, &driver)
        say(.tip(.authorised), &driver)
        say(read(0), &driver)
        #expect(asked(driver) == [tip])
        say(.tip(.authorised), &driver)
        say(read(0), &driver)
        #expect(driver.recorded == [.tip(250, .unknown)])
    }

    @Test(
        "what has a reference of the merchant's own is found by its reader; where nothing is, the first answer counts")
    func notFound() {
        var driver = driver()
        adjust(250, &driver)
        say(.tip(.authorised), &driver)
        say(.transactions([]), &driver)
        guard case .feed? = asked(driver).first else {
            Issue.record("the feed was not asked")
            return
        }
        say(.trouble(.unreachable), &driver)
        #expect(driver.recorded == [.tip(250, .authorised)])
    }

    @Test("of an early one the first answer is not enough")
    func earlyNotFound() {
        var driver = driver()
        adjust(250, age: .seconds(59), &driver)
        say(.tip(.authorised), &driver)
        driver.clock.advance(by: .seconds(1))
        driver.take(.deadline)
        say(.trouble(.unreachable), &driver)
        #expect(driver.recorded == [.tip(250, .unknown)])
    }

    @Test("what can't be written down is not sent; an outcome that can't be leaves nobody waiting")
    func unrecorded() {
        var driver = driver()
        driver.journalFails = true
        adjust(250, &driver)
        #expect(asked(driver).isEmpty)
        driver.journalFails = false
        adjust(250, &driver)
        driver.journalFails = true
        say(.tip(.declined), &driver)
        driver.journalFails = false
        adjust(250, &driver)
        #expect(asked(driver) == [tip])
    }

    @Test("it is refused without a gateway, without a payment, above what an amount can be, and while another is set")
    func refusals() {
        var none = driver(nil)
        adjust(250, &none)
        #expect(fault(none) == "no-gateway")
        var driver = driver()
        driver.take(.intent(.adjustTip(TipOrder(reference, minorUnits: 250))), original: nil)
        #expect(fault(driver) == "original-missing")
        adjust(-1, &driver)
        #expect(fault(driver) == "amount-out-of-range")
        adjust(250, &driver)
        adjust(300, &driver)
        #expect(fault(driver) == "busy")
    }

    private func fault(_ driver: CheckoutDriver) -> String? {
        if case .publish(.fault(let fault))? = driver.performed.last { fault.code } else { nil }
    }
}
