import Gateways
import Payments
import Readers
import TestKit
import Testing
import Time

@testable import Checkout

@Suite("Selling on a merchant's account (R2 to R5, E6, E9, E10)")
struct MerchantTests {
    private static let redsys = Merchant(gateway: .redsys, number: "999008881", terminal: "1", currency: .pounds)
    private static var opayo: Merchant {
        var merchant = Merchant(gateway: .opayo, number: "M", terminal: "C", currency: .pounds)
        merchant.updatedReaders = []
        return merchant
    }

    private let money = Money(minorUnits: 1050, currency: .pounds)

    private func rule(_ gateway: MerchantGateway, _ merchant: Merchant?) -> MerchantRule {
        MerchantRule(gateway: gateway, merchant: merchant, rule: .onDemand)
    }

    /// A pinpad is ready.
    private func ready(_ merchants: MerchantRule) -> CheckoutDriver {
        var driver = CheckoutDriver(merchants: merchants)
        driver.connect(pending: false, speaking: .datecs)
        return driver
    }

    private func fault(_ driver: CheckoutDriver) -> String? {
        driver.performed.lazy.compactMap { if case .publish(.fault(let fault)) = $0 { fault.code } else { nil } }.first
    }

    private func written(_ driver: CheckoutDriver) -> PaymentIntent? {
        if case .intent(let intent)? = driver.recorded.first { intent } else { nil }
    }

    private func pay(_ order: PaymentOrder, _ merchants: MerchantRule) -> CheckoutDriver {
        ready(merchants).after(.intent(.pay(order)))
    }

    // MARK: On a reader

    @Test("nothing is sold while the account is locked away")
    func locked() {
        let driver = pay(PaymentOrder(money: money), rule(.redsys, nil))
        #expect(fault(driver) == "account-missing")
        #expect(driver.recorded.isEmpty)
    }

    @Test("each sale at Redsys has a number of its own, by which the reader's bank knows it")
    func orderNumber() throws {
        let driver = pay(PaymentOrder(money: money, customerReference: "TABLE-7"), rule(.redsys, Self.redsys))
        let intent = try #require(written(driver))
        let order = try #require(intent.order)
        #expect(intent.gateway == .redsys)
        #expect(order.text.utf8.count == 12)
        #expect(intent.ownReference == order.text)
        guard case .reader(.start(let request))? = driver.performed.last else {
            Issue.record("not started")
            return
        }
        #expect(request.ownReference == order.text)
    }

    @Test("what would hide the number is refused before anything is written")
    func noTipAtRedsys() {
        let driver = pay(PaymentOrder(money: money, tip: 100), rule(.redsys, Self.redsys))
        #expect(fault(driver) == "not-with-this-account")
        #expect(driver.recorded.isEmpty)
    }

    @Test("a reader that is set to another currency than the account is not sold on")
    func readerOfOtherCurrency() {
        var driver = CheckoutDriver(merchants: rule(.redsys, Self.redsys))
        driver.connect(pending: false, speaking: .datecs, in: "SEK")
        driver = driver.after(.intent(.pay(PaymentOrder(money: money))))
        #expect(fault(driver) == "reader-of-other-currency")
        #expect(driver.recorded.isEmpty)
    }

    @Test("a HEFT reader is not the account's")
    func otherReader() {
        var driver = CheckoutDriver(merchants: rule(.redsys, Self.redsys))
        driver.connect(pending: false)
        driver.take(.reader(.nothingPending))
        driver.take(.intent(.pay(PaymentOrder(money: money))))
        #expect(fault(driver) == "reader-not-offered")
    }

    @Test("another currency than the account's is refused")
    func currency() {
        let euros = Money(minorUnits: 1050, currency: .euro)
        #expect(fault(pay(PaymentOrder(money: euros), rule(.redsys, Self.redsys))) == "account-currency")
    }

    @Test("a reader sells once it has had its first full update")
    func firstUpdate() throws {
        var driver = pay(PaymentOrder(money: money), rule(.opayo, Self.opayo))
        #expect(fault(driver) == "update-needed")
        var updated = Self.opayo
        updated.updatedReaders = [try #require(driver.machine.state.serialNumber)]
        driver.take(.intent(.sellFor(updated)))
        driver.take(.intent(.pay(PaymentOrder(money: money))))
        let intent = try #require(written(driver))
        #expect(intent.order == nil)
        #expect(intent.gateway == .opayo)
    }

    @Test("whose account it is does not change while a payment runs, nor to another gateway's")
    func sellFor() {
        var driver = pay(PaymentOrder(money: money), rule(.redsys, Self.redsys))
        driver.take(.intent(.sellFor(nil)))
        #expect(fault(driver) == "payment-runs")
        #expect(driver.machine.state.merchant == Self.redsys)
        var other = ready(rule(.redsys, nil))
        other.take(.intent(.sellFor(Self.opayo)))
        #expect(fault(other) == "account-elsewhere")
    }

    @Test("what is written down of the customer is neither a card number nor too long")
    func buyer() throws {
        var order = PaymentOrder(money: money)
        order.buyer = Buyer(invoice: "F-1", email: "a@example.com")
        #expect(try #require(written(pay(order, rule(.redsys, Self.redsys)))).buyer == order.buyer)
        order.buyer = Buyer(holder: "4548810000000003")
        #expect(fault(pay(order, rule(.redsys, Self.redsys))) == "reference-is-card")
        order.buyer = Buyer(invoice: String(repeating: "F", count: 21))
        #expect(fault(pay(order, rule(.redsys, Self.redsys))) == "reference-too-long")
    }

    // MARK: Without one

    private static func sale(_ gateway: MerchantGateway = .redsys, declined: Bool = false) -> HistoryRow {
        let clock = VirtualClock()
        let reference = TransactionReference(random: [UInt8](repeating: 9, count: 16))
        let intent = PaymentIntent(
            reference: reference, operation: .sale, money: Money(minorUnits: 1050, currency: .pounds),
            customerReference: nil, reader: "serial:///dev/x", wireProtocol: .datecs, readerSerialNumber: "1",
            gateway: gateway, order: gateway == .redsys ? OrderNumber("2601030042AB") : nil)
        var result = TransactionResult.sample
        result.eftTransactionID = "000123456789"
        result.authorisationCode = "A12345"
        result.authorisedAmount = declined ? nil : 1050
        let referral = Detail(
            name: "", text: "", children: [Detail(name: "hostResponse", text: "1", children: [])])
        if declined { result.raw = .init(header: "E000", result: 1, fields: referral) }
        return HistoryRow(
            journalID: 1, at: clock.wallTime(), reference: reference, intent: intent,
            outcome: declined ? .declined : .approved, result: result, relayed: true, operatorName: "",
            training: false)
    }

    private func refunding(_ minorUnits: Int64 = 410, _ merchant: Merchant = redsys) -> CheckoutDriver {
        let row = Self.sale(merchant.gateway)
        var driver = CheckoutDriver(merchants: rule(merchant.gateway, merchant))
        let money = Money(minorUnits: minorUnits, currency: .pounds)
        driver.take(
            .intent(.order(PaymentOrder(.linkedRefund, money: money, original: row.reference))),
            original: OriginalPayment(row.reference, in: [row]))
        return driver
    }

    private func reference(_ driver: CheckoutDriver) -> TransactionReference {
        driver.machine.state.payments.last?.intent.reference ?? TransactionReference(random: [])
    }

    private func asked(_ driver: CheckoutDriver) -> CloudQuestion? {
        driver.performed.lazy.compactMap { if case .ask(_, let question) = $0 { question } else { nil } }.first
    }

    private func outcome(_ driver: CheckoutDriver) -> Outcome? {
        if case .outcome(let outcome, _)? = driver.recorded.last { outcome } else { nil }
    }

    private func say(_ finding: CloudFinding, _ driver: inout CheckoutDriver) {
        driver.take(.cloud(reference(driver), finding))
    }

    private func transaction(_ word: String, _ minorUnits: Int64 = 410, id: String = "B54321") -> CloudTransaction {
        var result = TransactionResult(finStatus: word)
        result.type = "REFUND"
        result.requestedAmount = minorUnits
        result.authorisedAmount = word == "AUTHORISED" ? minorUnits : nil
        result.currency = "GBP"
        result.eftTransactionID = id
        return CloudTransaction(result: result, reference: nil, serialNumber: nil)
    }

    private func wait(_ driver: inout CheckoutDriver, _ seconds: Int = 60) {
        driver.clock.advance(by: .seconds(seconds))
        driver.take(.deadline)
    }

    @Test("a refund is on disk before the gateway is asked, and has the sale's number")
    func refund() throws {
        let driver = refunding()
        let intent = try #require(written(driver))
        #expect(intent.order == OrderNumber("2601030042AB"))
        guard case .linkedRefund(let order)? = asked(driver) else {
            Issue.record("not asked")
            return
        }
        #expect(order.reference == intent.reference)
        #expect(order.original.authorisationCode == "A12345")
    }

    @Test("what can't be written down is not asked for")
    func fullDisk() {
        let row = Self.sale()
        var driver = CheckoutDriver(merchants: rule(.redsys, Self.redsys))
        driver.journalFails = true
        driver.take(
            .intent(.order(PaymentOrder(.linkedRefund, money: money, original: row.reference))),
            original: OriginalPayment(row.reference, in: [row]))
        #expect(asked(driver) == nil)
        #expect(driver.machine.state.payments.isEmpty)
    }

    @Test("no more than what is left is refunded, and no other gateway's sale")
    func limits() {
        #expect(fault(refunding(1051)) == "refund-too-high")
        let row = Self.sale(.opayo)
        var driver = CheckoutDriver(merchants: rule(.redsys, Self.redsys))
        driver.take(
            .intent(.order(PaymentOrder(.linkedRefund, money: money, original: row.reference))),
            original: OriginalPayment(row.reference, in: [row]))
        #expect(fault(driver) == "original-other-kind")
    }

    @Test("the gateway's word ends it")
    func answers() {
        var approved = refunding()
        say(.booked(transaction("AUTHORISED")), &approved)
        #expect(outcome(approved) == .approved)
        var declined = refunding()
        say(.booked(transaction("DECLINED")), &declined)
        #expect(outcome(declined) == .declined)
        var refused = refunding()
        say(.refused(code: "SIS0057"), &refused)
        #expect(outcome(refused) == .failed)
    }

    @Test("one without an answer is looked up, never asked for again")
    func lookedUp() {
        var driver = refunding()
        say(.trouble(.unreachable), &driver)
        #expect(outcome(driver) == nil)
        wait(&driver)
        guard case .linked? = asked(driver) else {
            Issue.record("asked for something else")
            return
        }
        say(.transactions([transaction("AUTHORISED", 100, id: "other"), transaction("AUTHORISED")]), &driver)
        #expect(outcome(driver) == .approved)
    }

    @Test("one of another day is another refund, though the till has forgotten it")
    func forgotten() {
        var driver = refunding()
        say(.trouble(.unreachable), &driver)
        wait(&driver)
        var older = transaction("AUTHORISED")
        older.result.eftTimestamp = "20010203040500"
        say(.transactions([older]), &driver)
        #expect(outcome(driver) == nil)
    }

    @Test("two that fit are none, and what is being decided is waited for")
    func ambiguous() {
        for answer in [
            [transaction("AUTHORISED", id: "a"), transaction("AUTHORISED", id: "b")], [transaction("IN_PROGRESS")],
        ] {
            var driver = refunding()
            say(.trouble(.unreachable), &driver)
            wait(&driver)
            say(.transactions(answer), &driver)
            #expect(outcome(driver) == nil)
            #expect(driver.machine.state.payments.last?.isUnresolved == true)
        }
    }

    @Test("nothing at the gateway, twice and after all the time it takes, is nothing done")
    func notDone() {
        var driver = refunding()
        say(.trouble(.unreachable), &driver)
        wait(&driver)
        say(.transactions([]), &driver)
        #expect(outcome(driver) == nil)
        wait(&driver, 400)
        say(.transactions([]), &driver)
        #expect(outcome(driver) == .failed)
    }

    @Test("after a restart an unknown refund is looked up, and forbids another of the same sale")
    func restart() throws {
        let row = Self.sale()
        let intent = try #require(written(refunding()))
        let known = KnownPayment(intent: intent, at: VirtualClock().wallTime(), outcome: nil, eftTransactionID: nil)
        var driver = CheckoutDriver(payments: [known], merchants: rule(.redsys, Self.redsys))
        driver.take(
            .intent(.order(PaymentOrder(.linkedRefund, money: money, original: row.reference))),
            original: OriginalPayment(row.reference, in: [row]))
        #expect(fault(driver) == "unknown-payment")
        driver.take(.intent(.lookUp(intent.reference, nil)))
        guard case .linked? = asked(driver) else {
            Issue.record("not looked up")
            return
        }
    }

    @Test("the issuer's code books what it was called about, once, for the same amount")
    func referral() {
        let row = Self.sale(.opayo, declined: true)
        func order(_ minorUnits: Int64, _ code: String?) -> CheckoutDriver {
            var driver = CheckoutDriver(merchants: rule(.opayo, Self.opayo))
            var order = PaymentOrder(
                .referredSale, money: Money(minorUnits: minorUnits, currency: .pounds), original: row.reference)
            order.referralCode = code
            driver.take(.intent(.order(order)), original: OriginalPayment(row.reference, in: [row]))
            return driver
        }
        guard case .referredSale(_, "123")? = asked(order(1050, "123")) else {
            Issue.record("not asked")
            return
        }
        #expect(fault(order(1051, "123")) == "original-amount")
        #expect(fault(order(1050, nil)) == "not-with-this-account")
        #expect(fault(order(1050, "12 3")) == "not-with-this-account")
    }
}
