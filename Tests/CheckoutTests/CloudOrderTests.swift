import Gateways
import Payments
import TestKit
import Testing
import Time

@testable import Checkout

@Suite("Payments at the cloud, without a reader (H25, H27)")
struct CloudOrderTests {
    private static let sale = KnownPayment.sample(outcome: .approved)
    private let money = Money(minorUnits: 1050, currency: .pounds)

    private var original: OriginalPayment? {
        var row = HistoryRow(
            journalID: 1, at: VirtualClock().wallTime(), reference: Self.sale.intent.reference,
            intent: Self.sale.intent, outcome: .approved, result: .sample, relayed: true, operatorName: "",
            training: false)
        row.result?.eftTransactionID = "guid-1"
        return OriginalPayment(row.reference, in: [row])
    }

    private func ordered(_ operation: PaymentIntent.Operation) -> CheckoutDriver {
        var driver = CheckoutDriver(payments: [Self.sale], inquiryRule: .onDemand)
        let needsOriginal = operation != .motoSale
        driver.take(
            .intent(
                .order(
                    PaymentOrder(operation, money: money, original: needsOriginal ? Self.sale.intent.reference : nil))),
            original: needsOriginal ? original : nil)
        return driver
    }

    private func reference(_ driver: CheckoutDriver) -> TransactionReference {
        driver.machine.state.payments.last?.intent.reference ?? Self.sale.intent.reference
    }

    private func say(_ finding: CloudFinding, _ driver: inout CheckoutDriver) {
        driver.take(.cloud(reference(driver), finding))
    }

    private func asked(_ driver: CheckoutDriver) -> CloudQuestion? {
        driver.performed.lazy.compactMap { if case .ask(_, let question) = $0 { question } else { nil } }.first
    }

    private func outcome(_ driver: CheckoutDriver) -> Outcome? {
        if case .outcome(let outcome, _)? = driver.recorded.last { outcome } else { nil }
    }

    private func wait(_ driver: inout CheckoutDriver, _ seconds: Int = 60) {
        driver.clock.advance(by: .seconds(seconds))
        driver.take(.deadline)
    }

    private func transaction(_ word: String, id: String, _ reference: TransactionReference) -> CloudTransaction {
        var result = TransactionResult.sample
        result.finStatus = word
        result.eftTransactionID = id
        return CloudTransaction(result: result, reference: reference, serialNumber: nil)
    }

    // MARK: Reversals

    @Test("a reversal is a payment of its own, written down before the cloud is asked")
    func reversal() {
        var driver = ordered(.saleReversal)
        guard case .intent(let intent)? = driver.recorded.first else {
            Issue.record("nothing was written down")
            return
        }
        #expect(intent.isAtCloud && intent.original?.eftTransactionID == "guid-1")
        #expect(asked(driver) == .undo(eftTransactionID: "guid-1"))
        say(.reversed(id: "R1"), &driver)
        #expect(outcome(driver) == .approved)
    }

    @Test("a lost answer is followed by the same question, as often as it takes")
    func repeated() {
        var driver = ordered(.saleReversal)
        for _ in 1...3 {
            say(.trouble(.unreachable), &driver)
            #expect(driver.recorded.isEmpty)
            wait(&driver)
            #expect(asked(driver) == .undo(eftTransactionID: "guid-1"))
        }
        say(.reversed(id: "R1"), &driver)
        #expect(outcome(driver) == .approved)
    }

    @Test(
        "undone before, they say: only if the original is",
        arguments: [("CANCELLED", Outcome.approved), ("AUTHORISED", .failed)])
    func confirmed(word: String, expected: Outcome) {
        var driver = ordered(.saleReversal)
        say(.reversed(id: nil), &driver)
        #expect(asked(driver) == .status(Self.sale.intent.reference))
        say(.transactions([transaction(word, id: "guid-1", Self.sale.intent.reference)]), &driver)
        #expect(outcome(driver) == expected)
    }

    @Test("an original that has no reference at the cloud is found by its reader; where it isn't, nobody knows")
    func notConfirmed() {
        var driver = ordered(.saleReversal)
        say(.reversed(id: nil), &driver)
        say(.transactions([]), &driver)
        guard case .feed? = asked(driver) else {
            Issue.record("the feed was not asked")
            return
        }
        say(.transactions([]), &driver)
        #expect(driver.recorded.isEmpty)
        wait(&driver)
        #expect(asked(driver) == .undo(eftTransactionID: "guid-1"))
    }

    @Test(
        "a refusal is final, and the issuer's is a decline", arguments: [("3052", Outcome.failed), ("05", .declined)])
    func refused(code: String, expected: Outcome) {
        var driver = ordered(.saleReversal)
        say(.notReversed(code: code), &driver)
        #expect(outcome(driver) == expected)
    }

    @Test("after a restart the question is put again")
    func restarted() {
        let first = ordered(.motoReversal)
        #expect(first.recorded.isEmpty, "a sale with a card is not undone like one without")
        let payment = ordered(.saleReversal).machine.state.payments
        var driver = CheckoutDriver(payments: payment, inquiryRule: .onDemand)
        driver.take(.intent(.lookUp(reference(driver), nil)))
        #expect(asked(driver) == .undo(eftTransactionID: "guid-1"))
    }

    // MARK: Without a card

    @Test("a sale is never sent again: it is looked up by its reference, and kept by whoever waits for it")
    func sale() {
        var driver = ordered(.motoSale)
        guard case .motoSale(let order)? = asked(driver) else {
            Issue.record("nothing was asked for")
            return
        }
        #expect(order.money == money && order.reference == reference(driver))
        say(.trouble(.unreachable), &driver)
        wait(&driver)
        #expect(asked(driver) == .status(reference(driver)))
        say(.transactions([transaction("AUTHORISED", id: "g", reference(driver))]), &driver)
        #expect(outcome(driver) == .approved)
    }

    @Test("a sale of which the cloud knows nothing stays unknown for ever")
    func silent() {
        var driver = ordered(.motoSale)
        say(.trouble(.unreachable), &driver)
        for _ in 1...20 {
            wait(&driver)
            #expect(asked(driver) == .status(reference(driver)))
            say(.transactions([]), &driver)
            #expect(driver.recorded.isEmpty)
        }
        #expect(driver.machine.state.inquiries[reference(driver)]?.isSilent == true)
    }

    @Test("a decided sale is booked as it was decided; one that was refused has failed")
    func decided() {
        var driver = ordered(.motoSale)
        say(.booked(transaction("DECLINED", id: "g", reference(driver))), &driver)
        #expect(outcome(driver) == .declined)
        var other = ordered(.motoSale)
        say(.refused(code: "5252"), &other)
        #expect(outcome(other) == .failed)
    }

    @Test("a refund names its sale")
    func refund() {
        var driver = ordered(.motoRefund)
        guard case .motoRefund(let order)? = asked(driver) else {
            Issue.record("nothing was asked for")
            return
        }
        #expect(order.original?.eftTransactionID == "guid-1")
        say(.booked(transaction("AUTHORISED", id: "g", reference(driver))), &driver)
        #expect(outcome(driver) == .approved)
    }

    @Test("an equal one that nobody knows the end of stands in its way")
    func blocked() {
        var driver = ordered(.motoSale)
        #expect(driver.refusal(of: .order(PaymentOrder(.motoSale, money: money))) == "unknown-payment")
    }

    @Test("a reader is not asked for one of these, and the cloud for nothing else")
    func places() {
        var reader = CheckoutDriver.ready()
        #expect(reader.refusal(of: .pay(PaymentOrder(.motoSale, money: money))) == "original-other-kind")
        var cloud = CheckoutDriver(inquiryRule: .onDemand)
        #expect(cloud.refusal(of: .order(PaymentOrder(.sale, money: money))) == "original-other-kind")
        var none = CheckoutDriver()
        #expect(none.refusal(of: .order(PaymentOrder(.motoSale, money: money))) == "no-gateway")
    }

    @Test("what it takes is asked of the operator", arguments: [PaymentIntent.Operation.motoRefund, .motoReversal])
    func permissions(operation: PaymentIntent.Operation) {
        var driver = CheckoutDriver(authority: Authority(requiresSignIn: true), inquiryRule: .onDemand)
            .after(.intent(.signIn(.anna)), .pinChecked(.anna, .cashier))
        #expect(driver.refusal(of: .order(PaymentOrder(operation, money: money))) == "not-permitted")
    }

    @Test("a reader's late result is never taken for one that was made at the cloud")
    func lateResult() {
        let payment = ordered(.saleReversal).machine.state.payments
        var result = TransactionResult.sample
        result.eftTransactionID = "other"
        result.type = "VOID_SALE"
        #expect(ResultMatch.find(result, from: "000123400123", among: payment) == .nobody)
    }
}
