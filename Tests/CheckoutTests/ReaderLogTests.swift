import Payments
import Readers
import TestKit
import Testing
import Time

@testable import Checkout

@Suite("A reader that keeps a log tells what became of a payment")
struct ReaderLogTests {
    @Test("the payment begins once the mark is on disk")
    func mark() {
        var driver = CheckoutDriver.onPinpad()
        driver.take(.intent(.pay(.euros)))
        #expect(driver.performed.contains { if case .reader(.start) = $0 { true } else { false } })
        driver.take(.reader(.marked(.sample)))
        #expect(driver.recorded == [.mark(.sample)])
        #expect(driver.performed == [.reader(.proceed)])
    }

    @Test("without the mark on disk nothing is said to the reader")
    func markUnwritten() {
        var driver = CheckoutDriver.onPinpad()
        driver.take(.intent(.pay(.euros)))
        driver.journalFails = true
        driver.take(.reader(.marked(.sample)))
        #expect(driver.performed == [.reader(.refuseStart), .publish(.fault(CheckoutDriver.diskFull))])
    }

    @Test("an unknown end is looked for in the log from the mark on")
    func unknown() {
        var driver = CheckoutDriver.payingOnPinpad()
        driver.take(.reader(.finished(.logged(.unknown))))
        #expect(driver.performed.last == .reader(.fetchPendingResult(since: .sample)))
    }

    @Test("its record in the log is its result", arguments: [Outcome.approved, .declined, .failed, .cancelled])
    func found(outcome: Outcome) {
        var driver = CheckoutDriver.unknownOnPinpad()
        driver.take(.reader(.logRead(.with(.payment(.sale), outcome))))
        #expect(driver.recorded.outcomes == [outcome])
        #expect(driver.isReady)
    }

    @Test("without a record in a whole log it never happened")
    func absent() {
        var driver = CheckoutDriver.unknownOnPinpad()
        driver.take(.reader(.logRead(ReaderLogExtract(batch: 42, records: [], isWhole: true))))
        #expect(driver.recorded.outcomes == [.failed])
    }

    @Test(
        "what the log can't prove stays unknown",
        arguments: [
            ReaderLogExtract(batch: 42, records: [], isWhole: false),
            ReaderLogExtract(batch: 43, records: [], isWhole: true),
            .with(.payment(.refund), .approved), .with(.other, .approved), .with(.payment(.sale), .unknown),
            .with(.payment(.sale), .approved, amount: 1051), .with(.payment(.sale), .approved, twice: true),
        ])
    func unproven(log: ReaderLogExtract) {
        var driver = CheckoutDriver.unknownOnPinpad()
        driver.take(.reader(.logRead(log)))
        #expect(driver.recorded.isEmpty)
        #expect(driver.machine.state.payments.contains { $0.isUnresolved })
    }

    @Test("tests of the connection are nobody's payment")
    func services() {
        var driver = CheckoutDriver.unknownOnPinpad()
        var log = ReaderLogExtract.with(.payment(.sale), .approved)
        log.records.append(ReaderLogRecord(number: 124, kind: .service, reading: .logged(.approved, amount: 0)))
        driver.take(.reader(.logRead(log)))
        #expect(driver.recorded.outcomes == [.approved])
    }

    @Test(
        "two payments that are alike have their own parts of the log: it ends where the next one's begins",
        arguments: [
            (122, [Outcome.failed, .approved]), (123, [.approved, .failed]),
        ])
    func twoAlike(secondMark: Int, outcomes: [Outcome]) {
        let first = KnownPayment.onPinpad(seed: 1, mark: ReaderMark(batch: 42, lastRecord: 122))
        let second = KnownPayment.onPinpad(seed: 2, mark: ReaderMark(batch: 42, lastRecord: secondMark))
        var driver = CheckoutDriver(payments: [first, second])
        driver.connectPinpad()
        driver.take(.reader(.logRead(.with(.payment(.sale), .approved))))
        #expect(driver.machine.state.payments.map(\.outcome) == outcomes)
    }

    @Test("what a killed till never told the reader has failed")
    func untold() {
        var driver = CheckoutDriver(payments: [.onPinpad(seed: 1, mark: nil)])
        driver.connectPinpad()
        #expect(driver.recorded.outcomes == [.failed])
        #expect(driver.isReady)
    }

    @Test("a result that nobody ended is the last payment's, and written down before it is ended")
    func unended() {
        var driver = CheckoutDriver.unknownOnPinpad()
        driver.take(.reader(.unended(.logged(.approved))))
        #expect(driver.recorded.outcomes == [.approved])
        #expect(driver.performed.first == .reader(.acknowledgeResult))
        driver.take(.reader(.logRead(ReaderLogExtract(batch: 42, records: [], isWhole: true))))
        #expect(driver.recorded.isEmpty)
        #expect(driver.isReady)
    }

    @Test("a result that is nobody's is kept")
    func nobodys() {
        var driver = CheckoutDriver(payments: [.onPinpad(seed: 1, mark: .sample)])
        driver.connectPinpad()
        driver.take(.reader(.unended(.logged(.approved, amount: 77))))
        #expect(driver.recorded.map(\.isOrphan) == [true])
    }

    @Test("a result that hung is nobody's only where none of ours is open", arguments: [true, false])
    func hung(isWhole: Bool) {
        var driver = CheckoutDriver.unknownOnPinpad()
        let hung = [ReaderReading.logged(.approved)]
        driver.take(.reader(.logRead(ReaderLogExtract(batch: 42, records: [], isWhole: isWhole, hung: hung))))
        #expect(driver.recorded.contains { $0.isOrphan } == isWhole)
    }

    @Test("the day isn't closed while a payment of it is open")
    func endOfDay() {
        var driver = CheckoutDriver.unknownOnPinpad()
        driver.take(.reader(.logRead(ReaderLogExtract(batch: 42, records: [], isWhole: false))))
        #expect(driver.refusal(of: .serve(.endOfDay)) == "unknown-payment")
    }

    @Test("a payment whose day was closed by hand stays unknown, and keeps no other day open")
    func closedByHand() {
        var driver = CheckoutDriver.unknownOnPinpad()
        driver.take(.reader(.logRead(ReaderLogExtract(batch: 43, records: [], isWhole: false))))
        #expect(driver.recorded.isEmpty && driver.isReady)
        #expect(driver.refusal(of: .pay(.euros)) == "unknown-payment")
        driver.take(.intent(.serve(.endOfDay)))
        #expect(driver.performed.contains(.reader(.serve(.endOfDay))))
    }

    @Test("an empty log of a reader that counts no batches proves nothing where it was empty before")
    func wiped() {
        for (last, outcomes) in [(nil, []), (122, [Outcome.failed])] as [(Int?, [Outcome])] {
            var driver = CheckoutDriver.unknownOnPinpad(mark: ReaderMark(batch: nil, lastRecord: last))
            driver.take(.reader(.logRead(ReaderLogExtract(batch: nil, records: [], isWhole: true))))
            #expect(driver.recorded.outcomes == outcomes)
        }
    }

    @Test(
        "a transaction that the reader's protocol has no words for isn't begun",
        arguments: [
            PaymentOrder.tokenise(), PaymentOrder(.saleAndTokenise, money: PaymentOrder.euros.money),
            PaymentOrder(money: PaymentOrder.euros.money, budgetMonths: 3),
        ])
    func otherProtocol(order: PaymentOrder) {
        var driver = CheckoutDriver.onPinpad()
        #expect(driver.refusal(of: .pay(order)) == "not-on-this-reader")
    }

    @Test(
        "what a pinpad has sold is undone on no HEFT reader, and not at the cloud",
        arguments: [
            Intent.pay(PaymentOrder(.saleReversal, money: PaymentOrder.euros.money, original: .first)),
            .pay(PaymentOrder(.refund, money: PaymentOrder.euros.money, original: .first)),
            .order(PaymentOrder(.saleReversal, money: PaymentOrder.euros.money, original: .first)),
            .adjustTip(TipOrder(.first, minorUnits: 50)),
        ])
    func otherAcquirer(intent: Intent) {
        var driver = CheckoutDriver(payments: [], inquiryRule: .onDemand)
        driver.connect(pending: false)
        driver.take(.reader(.nothingPending))
        var row = HistoryRow(
            journalID: 1, at: driver.clock.wallTime(), reference: .first,
            intent: KnownPayment.onPinpad(seed: 1, mark: .sample).intent, outcome: .approved, result: .sample,
            relayed: true, operatorName: "", training: false)
        row.result?.authorisedAmount = 1050
        driver.take(.intent(intent), original: OriginalPayment(.first, in: [row]))
        #expect(driver.performed == [.publish(.fault(.originalOfOtherKind))])
        #expect(driver.recorded.isEmpty)
    }

    @Test("a HEFT reader does nothing that only pinpads do")
    func heft() {
        var driver = CheckoutDriver.ready()
        #expect(driver.refusal(of: .pay(PaymentOrder(.cashAdvance, money: .sample))) == "not-on-this-reader")
        let tipped = PaymentOrder(money: .sample, tip: 50)
        #expect(driver.refusal(of: .pay(tipped)) == "not-on-this-reader")
    }
}
