import Gateways
import Payments
import Readers
import TestKit
import Testing
import Time

@testable import Checkout

@Suite("Payments that nobody knows the end of are looked up")
struct InquiryTests {
    static let serial = "000123400123"

    static func driver(
        _ rule: InquiryRule = .console, outcome: Outcome? = .unknown, reference: String? = nil,
        reversing: String? = nil
    ) -> CheckoutDriver {
        var payment = KnownPayment.sample(outcome: outcome, reference: reference)
        payment.reversing = reversing
        return CheckoutDriver(payments: [payment], inquiryRule: rule)
    }

    let payment = KnownPayment.sample(outcome: .unknown)
    var reference: TransactionReference { payment.intent.reference }

    func transaction(
        _ word: String, _ change: (inout CloudTransaction) -> Void = { _ in }
    ) -> CloudTransaction {
        var result = TransactionResult(finStatus: word)
        result.requestedAmount = payment.intent.money.minorUnits
        result.authorisedAmount = payment.intent.money.minorUnits
        result.currency = payment.intent.money.currency.alpha
        result.eftTransactionID = "guid-1"
        result.customerReference = payment.intent.referenceOnTheWire
        var transaction = CloudTransaction(result: result, reference: reference, serialNumber: Self.serial)
        change(&transaction)
        return transaction
    }

    func asked(_ driver: CheckoutDriver) -> [CloudQuestion] {
        driver.performed.compactMap { if case .ask(_, let question) = $0 { question } else { nil } }
    }

    func status(_ driver: inout CheckoutDriver, _ transactions: CloudTransaction...) {
        driver.take(.cloud(reference, .transactions(transactions)))
    }

    /// What the feed holds is told once the status had nothing.
    func feed(_ driver: inout CheckoutDriver, _ transactions: CloudTransaction...) {
        driver.take(.cloud(reference, .transactions([])))
        driver.take(.cloud(reference, .transactions(transactions)))
    }

    /// Time goes by, and the till asks again.
    func wait(_ duration: Duration, _ driver: inout CheckoutDriver) {
        driver.clock.advance(by: duration)
        driver.take(.deadline)
    }

    func stage(_ driver: CheckoutDriver) -> Inquiry.Stage? { driver.machine.state.inquiries[reference]?.stage }

    // MARK: Beginning

    @Test("a console asks by itself, a command only for what it is told to")
    func begins() {
        var driver = Self.driver()
        #expect(driver.machine.nextDeadline == .zero)
        driver.take(.deadline)
        #expect(asked(driver) == [.status(reference)])
        var command = Self.driver(.onDemand)
        #expect(command.machine.nextDeadline == nil)
        command.take(.deadline)
        #expect(asked(command).isEmpty)
        command.take(.intent(.lookUp(reference, nil)))
        #expect(asked(command) == [.status(reference)])
    }

    @Test("without a cloud nothing is asked, and it is said")
    func noCloud() {
        var driver = CheckoutDriver(payments: [payment])
        #expect(driver.machine.nextDeadline == nil)
        #expect(driver.refusal(of: .lookUp(reference, nil)) == "no-gateway")
    }

    @Test("what is settled is not looked up", arguments: [Outcome.approved, .declined, .cancelled, .failed])
    func settled(outcome: Outcome) {
        var driver = Self.driver(outcome: outcome)
        #expect(driver.machine.nextDeadline == nil)
        #expect(driver.refusal(of: .lookUp(reference, nil)) == "nothing-to-resolve")
    }

    @Test("at most so many are asked about at once")
    func bounded() {
        let payments = (1...20).map { KnownPayment.sample(outcome: nil, seed: UInt8($0)) }
        var driver = CheckoutDriver(payments: payments, inquiryRule: .console)
        driver.take(.deadline)
        #expect(asked(driver).count == InquiryRule.mostAtOnce)
    }

    // MARK: Answers

    @Test(
        "a final word settles it at once",
        arguments: [
            ("DECLINED", Outcome.declined), ("CANCELLED", .cancelled), ("FAILED", .failed), ("REFUNDED", .approved),
            ("CAPTURED", .approved),
        ])
    func final(word: String, outcome: Outcome) {
        var driver = Self.driver()
        driver.take(.deadline)
        status(&driver, transaction(word))
        guard case .outcome(let recorded, _)? = driver.recorded.first else {
            Issue.record("nothing was written down")
            return
        }
        #expect(recorded == outcome)
        #expect(driver.machine.state.inquiries.isEmpty)
    }

    @Test("authorised moments ago is looked at again after what a reader needs to undo it, then somebody decides")
    func provisional() {
        var driver = Self.driver()
        driver.take(.deadline)
        status(&driver, transaction("AUTHORISED"))
        #expect(driver.recorded.isEmpty)
        #expect(driver.machine.nextDeadline == driver.clock.uptime() + .seconds(31))
        wait(.seconds(31), &driver)
        #expect(asked(driver) == [.status(reference)])
        status(&driver, transaction("AUTHORISED"))
        guard case .undecided? = stage(driver) else {
            Issue.record("nobody is asked: \(String(describing: stage(driver)))")
            return
        }
    }

    /// A driver with a payment that was authorised and that somebody has to decide about.
    func undecided(_ rule: InquiryRule = .console) -> CheckoutDriver {
        var driver = Self.driver(rule)
        driver.clock.advance(by: .seconds(301))
        driver.take(.intent(.lookUp(reference, nil)))
        status(&driver, transaction("AUTHORISED"))
        return driver
    }

    @Test("kept, it is paid")
    func keep() {
        var driver = undecided()
        driver.take(.intent(.lookUp(reference, .keep)))
        guard case .outcome(.approved, let result)? = driver.recorded.first else {
            Issue.record("not booked")
            return
        }
        #expect(result.eftTransactionID == "guid-1")
        #expect(asked(driver).isEmpty)
    }

    @Test("reversed, that stands in the journal before the acquirer is asked to")
    func reverse() {
        var driver = undecided()
        driver.take(.intent(.lookUp(reference, .reverse)))
        #expect(driver.recorded == [.reversing(eftTransactionID: "guid-1", .decided)])
        #expect(asked(driver) == [.reverse(eftTransactionID: "guid-1")])
        driver.take(.cloud(reference, .reversed(id: "r-1")))
        guard case .outcome(.cancelled, let result)? = driver.recorded.first else {
            Issue.record("not booked")
            return
        }
        #expect(result.finStatus == "CANCELLED")
    }

    @Test("what nobody decides about is undone after ten minutes, by a console alone")
    func nobody() {
        var driver = undecided()
        wait(.seconds(599), &driver)
        #expect(driver.recorded.isEmpty)
        wait(.seconds(1), &driver)
        #expect(driver.recorded == [.reversing(eftTransactionID: "guid-1", .undecided)])
        #expect(undecided(.onDemand).machine.nextDeadline == nil)
    }

    @Test("a reversal whose answer is lost is asked for until it is known, and survives a restart")
    func lostReversal() {
        var driver = undecided()
        driver.take(.intent(.lookUp(reference, .reverse)))
        driver.take(.cloud(reference, .trouble(.unreachable)))
        #expect(driver.machine.state.payments.first?.isUnresolved == true)
        wait(.seconds(10), &driver)
        #expect(asked(driver) == [.reverse(eftTransactionID: "guid-1")])
        var restarted = Self.driver(reversing: "guid-1")
        restarted.take(.deadline)
        #expect(asked(restarted) == [.reverse(eftTransactionID: "guid-1")])
        restarted.take(.cloud(reference, .reversed(id: nil)))
        #expect(asked(restarted) == [.status(reference)])
        status(&restarted, transaction("CANCELLED"))
        #expect(restarted.machine.state.payments.first?.outcome == .cancelled)
    }

    @Test("what is said to be undone since earlier and stands all the same, somebody has to decide about")
    func saidUndone() {
        var driver = undecided()
        driver.take(.intent(.lookUp(reference, .reverse)))
        driver.take(.cloud(reference, .reversed(id: nil)))
        status(&driver, transaction("AUTHORISED"))
        #expect(driver.machine.state.payments.first?.isUnresolved == true)
        #expect(driver.machine.state.inquiries[reference]?.reversalRefused == "3051")
        var unknown = undecided()
        unknown.take(.intent(.lookUp(reference, .reverse)))
        unknown.take(.cloud(reference, .reversed(id: nil)))
        feed(&unknown)
        #expect(unknown.machine.state.payments.first?.outcome == .cancelled)
    }

    @Test("a reversal that was authorised moments ago may be taken back by its reader: it is looked at again")
    func reversalOfReader() {
        var void = payment
        void.intent.operation = .saleReversal
        var driver = CheckoutDriver(payments: [void], inquiryRule: .console)
        driver.take(.deadline)
        status(&driver, transaction("AUTHORISED") { $0.result.type = "VOID_SALE" })
        #expect(driver.recorded.isEmpty)
        wait(.seconds(31), &driver)
        status(&driver, transaction("AUTHORISED") { $0.result.type = "VOID_SALE" })
        #expect(driver.machine.state.payments.first?.outcome == .approved)
    }

    @Test("what the acquirer won't undo is looked at anew, and then only kept")
    func refused() {
        var driver = undecided()
        driver.take(.intent(.lookUp(reference, .reverse)))
        driver.take(.cloud(reference, .notReversed(code: "3052")))
        #expect(asked(driver) == [.status(reference)])
        status(&driver, transaction("AUTHORISED"))
        #expect(driver.machine.nextDeadline == nil)
        #expect(driver.machine.state.inquiries[reference]?.reversalRefused == "3052")
        driver.take(.intent(.lookUp(reference, .keep)))
        #expect(driver.machine.state.payments.first?.outcome == .approved)
    }

    // MARK: Nothing known

    @Test("the feed is asked where the reference is not known, every ten seconds, and only time makes it not charged")
    func notCharged() {
        var driver = Self.driver()
        driver.take(.deadline)
        var feeds = 0
        for _ in 0..<30 {
            driver.take(.cloud(reference, .transactions([])))
            if case .feed(Self.serial, _, _)? = asked(driver).first {
                feeds += 1
                driver.take(.cloud(reference, .transactions([])))
            }
            #expect(driver.recorded.isEmpty)
            wait(.seconds(10), &driver)
        }
        #expect(feeds == 10)
        feed(&driver)
        guard case .outcome(.failed, let result)? = driver.recorded.first, result.finStatus == "FAILED" else {
            Issue.record("still unknown after five minutes")
            return
        }
    }

    @Test("UNDEFINED says as little as an unknown reference; IN_PROGRESS waits without the feed")
    func words() {
        var driver = Self.driver()
        driver.take(.deadline)
        status(&driver, transaction("UNDEFINED"))
        #expect(asked(driver).count == 1)
        var running = Self.driver()
        running.clock.advance(by: .seconds(1000))
        running.take(.deadline)
        status(&running, transaction("IN_PROGRESS"))
        #expect(asked(running).isEmpty)
        #expect(running.recorded.isEmpty)
    }

    @Test("a cloud that can't be reached never makes a payment failed, however long it lasts")
    func trouble() {
        var driver = Self.driver()
        driver.clock.advance(by: .seconds(100_000))
        driver.take(.deadline)
        for _ in 0..<100 {
            driver.take(.cloud(reference, .trouble(.unreachable)))
            #expect(driver.recorded.isEmpty)
            wait(.seconds(60), &driver)
        }
        driver.take(.cloud(reference, .transactions([])))
        driver.take(.cloud(reference, .trouble(.keyRefused)))
        #expect(driver.recorded.isEmpty)
    }
}
