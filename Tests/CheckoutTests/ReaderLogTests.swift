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

@Suite("A signature that is looked at when the reader is done")
struct SlipTests {
    @Test("the result is on disk and ended before anybody is asked")
    func asked() {
        let driver = CheckoutDriver.signingOnPinpad()
        #expect(driver.recorded.outcomes == [.approved])
        #expect(driver.performed.first == .reader(.acknowledgeResult))
        #expect(driver.results.isEmpty)
    }

    @Test("accepted: approved")
    func accepted() {
        var driver = CheckoutDriver.signingOnPinpad()
        driver.take(.intent(.answerSignature(id: 1, .accepted)))
        #expect(driver.recorded == [.signature(.accepted)])
        #expect(driver.results == [.approved])
        #expect(driver.isReady)
    }

    @Test(
        "declined: undone by a payment of its own, and told as declined when that is through",
        arguments: [
            (Outcome.approved, Outcome.declined), (.failed, .approved), (.unknown, .unknown),
        ])
    func declined(undoing: Outcome, told: Outcome) {
        var driver = CheckoutDriver.signingOnPinpad()
        driver.take(.intent(.answerSignature(id: 1, .declined)))
        #expect(driver.recorded.first == .signature(.declined))
        #expect(driver.intents.map(\.operation) == [.saleReversal])
        #expect(driver.intents.map(\.original?.authorisationCode) == ["A1B2C3"])
        driver.take(.reader(.marked(.sample)))
        driver.take(.reader(.finished(.logged(undoing))))
        #expect(driver.results == [undoing, told])
        #expect(driver.performed.contains(.publish(.fault(.notUndone))) == (undoing == .failed))
    }

    @Test("what the acquirer gave no numbers for can't be undone, and that is said")
    func noNumbers() {
        var reading = ReaderReading.logged(.approved)
        reading.slip = ""
        reading.result.authorisationCode = nil
        var driver = CheckoutDriver.payingOnPinpad().after(.reader(.finished(reading)))
        driver.take(.intent(.answerSignature(id: 1, .declined)))
        #expect(driver.performed.first == .publish(.fault(.notUndone)))
        #expect(driver.results == [.approved])
    }

    @Test("unanswered: undone as well")
    func unanswered() {
        var driver = CheckoutDriver.signingOnPinpad()
        driver.clock.advance(by: .seconds(91))
        driver.take(.deadline)
        #expect(driver.recorded.first == .signature(.unanswered))
        #expect(driver.intents.map(\.operation) == [.saleReversal])
    }

    @Test("with a full disk nothing is undone, and the question stays")
    func diskFull() {
        var driver = CheckoutDriver.signingOnPinpad()
        driver.journalFails = true
        driver.take(.intent(.answerSignature(id: 1, .declined)))
        #expect(driver.performed == [.publish(.fault(CheckoutDriver.diskFull))])
        driver.clock.advance(by: .seconds(91))
        driver.take(.deadline)
        #expect(driver.performed == [.publish(.fault(CheckoutDriver.diskFull))])
        driver.journalFails = false
        driver.clock.advance(by: .seconds(91))
        driver.take(.deadline)
        #expect(driver.intents.map(\.operation) == [.saleReversal])
    }

    @Test("a till that was killed before it undid the payment does so when the reader is back")
    func owed() {
        var driver = CheckoutDriver(payments: [.unsigned])
        driver.connectPinpad()
        #expect(driver.intents.map(\.operation) == [.saleReversal])
    }

    @Test("with a full disk the reader is let go again, and nothing is undone")
    func owedOnFullDisk() {
        var driver = CheckoutDriver(payments: [.unsigned])
        driver.journalFails = true
        driver.connectPinpad()
        #expect(driver.performed.first == .closeLink)
        #expect(!driver.performed.contains { if case .reader = $0 { true } else { false } })
    }

    @Test("what could not be undone is tried three times in all, at connections in a row", arguments: [0, 1, 2, 3])
    func triedAgain(tries: UInt8) {
        let sale = KnownPayment.unsigned
        let undoings = (0..<tries).map { number in
            var undoing = KnownPayment.onPinpad(seed: 10 + number, mark: .sample)
            undoing.intent.operation = .saleReversal
            undoing.intent.original = OriginalTransaction(
                reference: sale.intent.reference, eftTransactionID: "000123456789", authorisationCode: "A1B2C3")
            undoing.outcome = .failed
            return undoing
        }
        var driver = CheckoutDriver(payments: [sale] + undoings)
        driver.connectPinpad()
        #expect(driver.intents.map(\.operation) == (tries < 3 ? [.saleReversal] : []))
    }

    @Test("the link's end while the slip is looked at leaves it approved")
    func linkLost() {
        var driver = CheckoutDriver.signingOnPinpad()
        driver.take(.reader(.closed(.linkLost)))
        #expect(driver.results == [.approved])
    }
}

extension CheckoutDriver {
    fileprivate static func onPinpad() -> CheckoutDriver {
        var driver = CheckoutDriver()
        driver.connectPinpad()
        return driver
    }

    fileprivate mutating func connectPinpad() {
        let address = ReaderAddress(place: .tcp(host: "x", port: 1), wireProtocol: .datecs)
        take(.intent(.connect(uri: "tcp://x:1?protocol=datecs", address: address)))
        take(.linkOpened)
        take(.reader(.connected(.pinpad)))
    }

    static func payingOnPinpad(mark: ReaderMark = .sample) -> CheckoutDriver {
        onPinpad().after(.intent(.pay(.euros)), .reader(.marked(mark)))
    }

    static func unknownOnPinpad(mark: ReaderMark = .sample) -> CheckoutDriver {
        payingOnPinpad(mark: mark).after(.reader(.finished(.logged(.unknown))))
    }

    static func signingOnPinpad() -> CheckoutDriver {
        var reading = ReaderReading.logged(.approved)
        reading.slip = ""
        return payingOnPinpad().after(.reader(.finished(reading)))
    }

    fileprivate var isReady: Bool {
        if case .ready = machine.state.connection { true } else { false }
    }

    fileprivate var intents: [PaymentIntent] {
        performed.compactMap { if case .publish(.started(let intent)) = $0 { intent } else { nil } }
    }
}

extension [JournalEntry.Change] {
    fileprivate var outcomes: [Outcome] {
        compactMap { if case .outcome(let outcome, _) = $0 { outcome } else { nil } }
    }
}

extension JournalEntry.Change {
    fileprivate var isOrphan: Bool { if case .orphan = self { true } else { false } }
}

extension TransactionReference {
    /// Of `KnownPayment.onPinpad(seed: 1, …)`.
    fileprivate static let first = TransactionReference(random: [UInt8](repeating: 1, count: 16))
}

extension Money {
    fileprivate static let sample = Money(minorUnits: 1050, currency: .pounds)
}

extension PaymentOrder {
    fileprivate static let euros = PaymentOrder(money: Money(minorUnits: 1050, currency: .euro))
}

extension ReaderMark {
    static let sample = ReaderMark(batch: 42, lastRecord: 122)
}

extension ReaderDetails {
    fileprivate static var pinpad: ReaderDetails {
        var details = sample(pending: false)
        details.wireProtocol = .datecs
        return details
    }
}

extension ReaderReading {
    static func logged(_ outcome: Outcome, amount: Int64 = 1050) -> ReaderReading {
        var result = TransactionResult(finStatus: "AUTHORISED")
        result.requestedAmount = amount
        result.currency = "EUR"
        result.eftTransactionID = "000123456789"
        result.authorisationCode = "A1B2C3"
        return ReaderReading(outcome: outcome, result: result)
    }
}

extension ReaderLogExtract {
    static func with(
        _ kind: ReaderLogRecord.Kind, _ outcome: Outcome, amount: Int64 = 1050, twice: Bool = false
    ) -> ReaderLogExtract {
        let record = ReaderLogRecord(number: 123, kind: kind, reading: .logged(outcome, amount: amount))
        return ReaderLogExtract(batch: 42, records: twice ? [record, record] : [record], isWhole: true)
    }
}

extension KnownPayment {
    /// Approved, and its signature was not right.
    fileprivate static var unsigned: KnownPayment {
        var payment = onPinpad(seed: 1, mark: .sample)
        payment.outcome = .approved
        payment.eftTransactionID = "000123456789"
        payment.authorisationCode = "A1B2C3"
        payment.signature = .declined
        return payment
    }

    fileprivate static func onPinpad(seed: UInt8, mark: ReaderMark?) -> KnownPayment {
        KnownPayment(
            intent: PaymentIntent(
                reference: TransactionReference(random: [UInt8](repeating: seed, count: 16)), operation: .sale,
                money: PaymentOrder.euros.money, customerReference: nil, reader: "tcp://x:1?protocol=datecs",
                wireProtocol: .datecs, readerSerialNumber: "000123400123"),
            at: VirtualClock().wallTime(), outcome: nil, eftTransactionID: nil, mark: mark)
    }
}
