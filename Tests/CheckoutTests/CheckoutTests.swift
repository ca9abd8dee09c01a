import Payments
import Readers
import TestKit
import Testing
import Time

@testable import Checkout

@Suite("Connecting and what the reader still holds")
struct CheckoutConnectingTests {
    @Test("a reader that holds nothing is ready at once where the journal agrees")
    func ready() {
        var driver = CheckoutDriver(payments: [.sample(outcome: .approved)])
        driver.connect(pending: false)
        #expect(driver.performed.suffix(2) == [.publish(.connected(.sample(pending: false))), .publish(.ready)])
    }

    @Test("a reader that holds a result is asked for it before anything is sold")
    func pending() {
        var driver = CheckoutDriver()
        driver.connect(pending: true)
        #expect(driver.performed.last == .reader(.fetchPendingResult(since: nil)))
        #expect(driver.refusal(of: .pay(.sample)) == "busy")
        driver.take(.reader(.nothingPending))
        #expect(driver.performed.last == .publish(.ready))
    }

    @Test("a reader is asked too when the journal has a payment on it that nobody knows the end of")
    func unresolved() {
        var driver = CheckoutDriver(payments: [.sample(outcome: nil)])
        driver.connect(pending: false)
        #expect(driver.performed.last == .reader(.fetchPendingResult(since: nil)))
    }

    @Test("a reader that the journal has no payment on is asked, whatever it says")
    func firstTime() {
        var driver = CheckoutDriver()
        driver.connect(pending: false)
        #expect(driver.performed.last == .reader(.fetchPendingResult(since: nil)))
        driver.take(.reader(.nothingPending))
        #expect(driver.performed.last == .publish(.ready))
    }

    @Test("a result that is not given forbids payments on this reader")
    func stuck() {
        var driver = CheckoutDriver()
        driver.connect(pending: true)
        driver.take(.reader(.pendingFailed(statusCode: 4)))
        #expect(driver.refusal(of: .pay(.sample)) == "pending-not-fetched")
    }

    @Test("a link that can't be opened is said, and another try is possible")
    func linkFailed() {
        var driver = CheckoutDriver()
        driver.take(.intent(.connect(uri: "tcp://x:1", address: .sample)))
        driver.take(.linkFailed(TillFault("link-refused", .unreachable)))
        #expect(driver.machine.state.connection == .none)
        driver.take(.intent(.connect(uri: "tcp://x:1", address: .sample)))
        #expect(driver.performed == [.openLink(.sample)])
    }
}

@Suite("Selling")
struct CheckoutSellingTests {
    @Test(
        "a reference that is a card number is refused, whatever is between its digits (P13)",
        arguments: ["4111111111111111", "4111 1111 1111 1111", "ref 5500-0055-5555-5559"])
    func cardAsReference(text: String) {
        var driver = CheckoutDriver.ready()
        let order = PaymentOrder(money: PaymentOrder.sample.money, customerReference: text)
        #expect(driver.refusal(of: .pay(order)) == "reference-is-card")
        #expect(driver.recorded.isEmpty)
    }

    @Test("the intent is recorded before the sale is sent")
    func intentFirst() {
        let driver = CheckoutDriver.ready()
        let step = driver.machine.step(.intent(.pay(.sample)), at: driver.moment)
        guard case .payment(_, .intent(let intent))? = step.record.first else {
            Issue.record("nothing recorded")
            return
        }
        #expect(step.record.count == 1 && intent.money == PaymentOrder.sample.money)
        #expect(
            step.perform.contains(
                .reader(
                    .start(
                        ReaderRequest(
                            money: intent.money, customerReference: intent.reference.customerReference)))))
    }

    @Test("what can't be recorded is not sent, and the till stays ready")
    func diskFull() {
        var driver = CheckoutDriver.ready()
        driver.journalFails = true
        driver.take(.intent(.pay(.sample)))
        #expect(driver.performed == [.publish(.fault(CheckoutDriver.diskFull))])
        driver.journalFails = false
        driver.take(.intent(.pay(.sample)))
        #expect(driver.performed.contains { if case .reader(.start) = $0 { true } else { false } })
    }

    @Test("bytes reach the acquirer only after that stands in the journal")
    func relay() {
        var driver = CheckoutDriver.selling()
        driver.take(.reader(.relayRequested(byteCount: 5)))
        #expect(driver.recorded == [.relayed] && driver.performed == [.reader(.relay)])
        driver.journalFails = true
        driver.take(.reader(.relayRequested(byteCount: 5)))
        #expect(driver.performed == [.reader(.refuseRelay), .publish(.fault(CheckoutDriver.diskFull))])
    }

    @Test("the result is recorded, then acknowledged, then told")
    func result() {
        var driver = CheckoutDriver.selling()
        driver.take(.reader(.finished(.sample(.approved))))
        #expect(driver.recorded == [.outcome(.approved, .sample)])
        #expect(driver.performed.first == .reader(.acknowledgeResult))
        #expect(driver.performed.last == .publish(.ready))
    }

    @Test("a result that can't be recorded is told but not acknowledged, and nothing more is sold")
    func unrecordedResult() {
        var driver = CheckoutDriver.selling()
        driver.journalFails = true
        driver.take(.reader(.finished(.sample(.approved))))
        #expect(!driver.performed.contains(.reader(.acknowledgeResult)))
        #expect(driver.results == [.approved])
        driver.journalFails = false
        #expect(driver.refusal(of: .pay(.sample)) == "journal-disk-full")
    }

    @Test("after an unknown result the reader is asked at once, and a late answer is booked once")
    func unknownThenLate() {
        var driver = CheckoutDriver.selling()
        driver.take(.reader(.finished(.sample(.unknown))))
        #expect(driver.performed.last == .reader(.fetchPendingResult(since: nil)))
        driver.take(.reader(.recovered(.sample(.approved))))
        #expect(driver.recorded == [.outcome(.approved, .sample)])
        driver.take(.reader(.recovered(.sample(.approved))))
        #expect(driver.recorded == [])
    }

    @Test("a recovered result that fits nothing is kept under a reference of its own")
    func orphan() {
        var driver = CheckoutDriver.ready()
        driver.take(.reader(.recovered(.sample(.approved))))
        #expect(driver.recorded == [.orphan(.approved, .sample)])
    }

    @Test("a recovered result that fits two payments is booked to neither")
    func twoCandidates() {
        var result = TransactionResult.sample
        result.customerReference = nil
        let payments = [KnownPayment.sample(outcome: .unknown, seed: 1), .sample(outcome: .unknown, seed: 2)]
        #expect(ResultMatch.find(result, from: "000123400123", among: payments) == .nobody)
        #expect(ResultMatch.find(result, from: "999999999999", among: [payments[0]]) == .nobody)
        #expect(
            ResultMatch.find(result, from: "000123400123", among: [payments[0]])
                == .payment(payments[0].intent.reference))
    }

    @Test("a link that ends under a payment is told as such after the result")
    func lost() {
        var driver = CheckoutDriver.selling()
        driver.take(.reader(.finished(.sample(.unknown))))
        driver.take(.reader(.closed(.linkLost)))
        guard case .publish(.disconnected(let transacting, _))? = driver.performed.last else {
            Issue.record("not told")
            return
        }
        #expect(transacting)
    }

    @Test("cancelling is refused while the reader doesn't allow it, and asked once when it does")
    func cancel() {
        var driver = CheckoutDriver.selling()
        #expect(driver.refusal(of: .cancel) == "cancel-not-allowed")
        driver.take(.reader(.notice(.sample(cancelAllowed: true))))
        driver.take(.intent(.cancel))
        #expect(driver.performed == [.reader(.cancel)])
        driver.take(.intent(.cancel))
        #expect(driver.performed == [])
    }

    @Test("nothing else starts, and nobody disconnects, while a payment runs")
    func oneAtATime() {
        var driver = CheckoutDriver.selling()
        #expect(driver.refusal(of: .pay(.sample)) == "payment-runs")
        #expect(driver.refusal(of: .disconnect) == "payment-runs")
    }

    @Test("amounts outside the wire's range are refused", arguments: [0, -1, 4_294_967_296] as [Int64])
    func range(amount: Int64) {
        var driver = CheckoutDriver.ready()
        let order = PaymentOrder(money: Money(minorUnits: amount, currency: PaymentOrder.sample.money.currency))
        #expect(driver.refusal(of: .pay(order)) == "amount-out-of-range")
    }
}

@Suite("Signatures at the checkout")
struct CheckoutSignatureTests {
    @Test("the verdict is recorded, then sent; one for another request is dropped")
    func verdict() {
        var driver = CheckoutDriver.selling()
        driver.take(.reader(.signatureRequested(id: 3, receipt: "", secondsLeft: 90)))
        driver.take(.intent(.answerSignature(id: 2, .accepted)))
        #expect(driver.recorded == [] && driver.performed == [])
        driver.take(.intent(.answerSignature(id: 3, .declined)))
        #expect(driver.recorded == [.signature(.declined)])
        #expect(driver.performed == [.reader(.answerSignature(id: 3, .declined))])
    }

    @Test("nobody decides: recorded, told, answered")
    func unanswered() {
        var driver = CheckoutDriver.selling()
        driver.take(.reader(.signatureRequested(id: 3, receipt: "", secondsLeft: 90)))
        driver.take(.reader(.signatureWithdrawn(id: 3)))
        #expect(driver.recorded == [.signature(.unanswered)])
        #expect(driver.performed.last == .reader(.answerSignature(id: 3, .unanswered)))
    }

    @Test("a verdict that can't be recorded is not sent and may be given again")
    func unrecorded() {
        var driver = CheckoutDriver.selling()
        driver.take(.reader(.signatureRequested(id: 3, receipt: "", secondsLeft: 90)))
        driver.journalFails = true
        driver.take(.intent(.answerSignature(id: 3, .accepted)))
        #expect(driver.performed == [.publish(.fault(CheckoutDriver.diskFull))])
        driver.journalFails = false
        driver.take(.intent(.answerSignature(id: 3, .accepted)))
        #expect(driver.performed == [.reader(.answerSignature(id: 3, .accepted))])
    }
}

@Suite("An unknown payment in the way")
struct UnknownRuleTests {
    private static func blocker(_ order: PaymentOrder, minutes: Int64, serial: String = "000123400123") -> Bool {
        let payment = KnownPayment.sample(outcome: .unknown, reference: "TABLE 7")
        let wall = WallTime(milliseconds: payment.at.milliseconds + minutes * 60_000)
        return UnknownRule.blocker(of: order, on: serial, among: [payment], at: wall) != nil
    }

    @Test("the same amount on the same reader within ten minutes, either way of the clock")
    func sameAmount() {
        #expect(Self.blocker(.sample, minutes: 9))
        #expect(Self.blocker(.sample, minutes: -9))
        #expect(!Self.blocker(.sample, minutes: 10))
        #expect(!Self.blocker(.sample, minutes: 1, serial: "000000000001"))
    }

    @Test("the same reference at any time")
    func sameReference() {
        let money = Money(minorUnits: 5, currency: PaymentOrder.sample.money.currency)
        #expect(Self.blocker(PaymentOrder(money: money, customerReference: "TABLE 7"), minutes: 600))
        #expect(!Self.blocker(PaymentOrder(money: money, customerReference: "TABLE 8"), minutes: 1))
    }

    @Test("not one that is named as no obstacle, and that is recorded")
    func despite() {
        let payment = KnownPayment.sample(outcome: .unknown)
        var driver = CheckoutDriver.ready(payments: [payment])
        #expect(driver.refusal(of: .pay(.sample)) == "unknown-payment")
        var order = PaymentOrder.sample
        order.despiteUnknown = payment.intent.reference
        driver.take(.intent(.pay(order)))
        guard case .intent(let intent)? = driver.recorded.first else {
            Issue.record("not recorded")
            return
        }
        #expect(intent.despiteUnknown == payment.intent.reference)
    }
}
