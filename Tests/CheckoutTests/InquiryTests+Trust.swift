import Gateways
import Payments
import Readers
import TestKit
import Testing
import Time

@testable import Checkout

/// What is not believed, what the reader says besides, and a disk that is full.
extension InquiryTests {
    // MARK: Not ours

    @Test("another's transaction says nothing")
    func contradictions() {
        let changes: [(inout CloudTransaction) -> Void] = [
            { $0.result.currency = "EUR" }, { $0.result.requestedAmount = 1 }, { $0.serialNumber = "999" },
            { $0.reference = TransactionReference(random: []) }, { $0.result.type = "REFUND" },
            { $0.result.eftTransactionID = nil },
            {
                $0.reference = nil
                $0.result.customerReference = "somebody's"
            },
        ]
        for change in changes { expectNothing(transaction("AUTHORISED", change), transaction("CANCELLED", change)) }
    }

    private func expectNothing(_ transactions: CloudTransaction...) {
        for transaction in transactions {
            var driver = Self.driver()
            driver.clock.advance(by: .seconds(1000))
            driver.take(.deadline)
            status(&driver, transaction)
            #expect(driver.recorded.isEmpty)
            #expect(driver.machine.state.inquiries[reference]?.trouble == .unreadable)
        }
    }

    @Test(
        "a reversal without what it reverses is asked about like nothing at all, one of another reader isn't believed")
    func undoingAlone() {
        var driver = Self.driver()
        driver.take(.deadline)
        status(&driver, transaction("DECLINED") { $0.result.type = "REVERSAL" })
        guard case .feed(Self.serial, _, _)? = asked(driver).first else {
            Issue.record("the feed isn't asked")
            return
        }
        #expect(driver.recorded.isEmpty)
        expectNothing(
            transaction("DECLINED") {
                $0.result.type = "REVERSAL"
                $0.serialNumber = "999"
            })
    }

    @Test("in the feed two candidates are none, and what is booked already is no candidate")
    func ambiguous() {
        var driver = Self.driver()
        driver.clock.advance(by: .seconds(1000))
        driver.take(.deadline)
        feed(&driver, transaction("DECLINED"), transaction("AUTHORISED") { $0.result.eftTransactionID = "guid-2" })
        #expect(driver.recorded.isEmpty)
        #expect(driver.machine.state.inquiries[reference]?.isAmbiguous == true)
        var booked = KnownPayment.sample(outcome: .approved, seed: 3)
        booked.eftTransactionID = "guid-2"
        var other = CheckoutDriver(payments: [payment, booked], inquiryRule: .console)
        other.clock.advance(by: .seconds(1000))
        other.take(.deadline)
        feed(&other, transaction("DECLINED"), transaction("AUTHORISED") { $0.result.eftTransactionID = "guid-2" })
        #expect(other.machine.state.payments.first?.outcome == .declined)
    }

    @Test("another reader's feed, and one that has the reference with another amount, don't make it not charged")
    func wrongFeed() {
        let changes: [(inout CloudTransaction) -> Void] = [
            { $0.serialNumber = "000000000009" }, { $0.result.currency = "EUR" }, { $0.result.requestedAmount = 1 },
            { $0.result.eftTransactionID = nil },
        ]
        for change in changes {
            var driver = Self.driver()
            driver.clock.advance(by: .seconds(1000))
            driver.take(.deadline)
            for _ in 0..<3 {
                feed(&driver, transaction("AUTHORISED", change))
                #expect(driver.recorded.isEmpty)
                wait(.seconds(60), &driver)
            }
        }
    }

    @Test("by a merchant's reference a payment is found only near its time, and only while it has no twin")
    func merchantReference() {
        let mine = KnownPayment.sample(outcome: .unknown, reference: "TABLE-7")
        let twin = KnownPayment.sample(outcome: .unknown, seed: 4, reference: "TABLE-7")
        func driver(_ payments: [KnownPayment], _ stamp: String) -> CheckoutDriver {
            var driver = CheckoutDriver(payments: payments, inquiryRule: .onDemand)
            driver.clock.advance(by: .seconds(1000))
            driver.take(.intent(.lookUp(reference, nil)))
            driver.take(.cloud(reference, .transactions([])))
            let found = transaction("DECLINED") {
                $0.result.customerReference = "TABLE-7"
                $0.result.eftTimestamp = stamp
            }
            driver.take(.cloud(reference, .transactions([found])))
            return driver
        }
        let near = WallTime(milliseconds: mine.at.milliseconds + 60_000).rfc3339.prefix(19).filter(\.isNumber)
        let far = WallTime(milliseconds: mine.at.milliseconds + 7_200_000).rfc3339.prefix(19).filter(\.isNumber)
        #expect(driver([mine], near).machine.state.payments.first?.outcome == .declined)
        #expect(driver([mine], far).recorded.isEmpty)
        #expect(driver([mine, twin], near).recorded.isEmpty)
    }

    @Test("the feed tells what happened: what was undone since is cancelled")
    func undoneSince() {
        var driver = Self.driver()
        driver.take(.deadline)
        feed(
            &driver, transaction("AUTHORISED"),
            transaction("AUTHORISED") {
                $0.result.type = "REVERSAL"
                $0.result.eftTransactionID = "guid-9"
                $0.result.originalEFTTransactionID = "guid-1"
            })
        #expect(driver.machine.state.payments.first?.outcome == .cancelled)
    }

    // MARK: Beside the reader

    @Test("what the reader still had settles it, and the cloud's answer comes too late")
    func readerFirst() {
        var driver = Self.driver()
        driver.take(.deadline)
        driver.connect(pending: true)
        driver.take(.reader(.recovered(.sample(.declined))))
        #expect(driver.machine.state.inquiries.isEmpty)
        status(&driver, transaction("AUTHORISED"))
        #expect(driver.recorded.isEmpty)
    }

    @Test("while the reader is asked the cloud's answer waits")
    func readerAtIt() {
        var driver = Self.driver()
        driver.clock.advance(by: .seconds(1000))
        driver.take(.deadline)
        driver.connect(pending: true)
        feed(&driver)
        status(&driver, transaction("CANCELLED"))
        #expect(driver.recorded.isEmpty)
        #expect(driver.machine.state.payments.first?.isUnresolved == true)
    }

    @Test("a result that comes after not charged is booked all the same; after a reversal it is only kept")
    func late() {
        var driver = Self.driver()
        driver.clock.advance(by: .seconds(1000))
        driver.take(.deadline)
        feed(&driver)
        #expect(driver.machine.state.payments.first?.outcome == .unknown)
        wait(.seconds(10), &driver)
        feed(&driver)
        #expect(driver.machine.state.payments.first?.outcome == .failed)
        driver.connect(pending: true)
        var reading = ReaderReading.sample(.approved)
        reading.result.requestedAmount = payment.intent.money.minorUnits
        reading.result.currency = payment.intent.money.currency.alpha
        reading.result.customerReference = payment.intent.referenceOnTheWire
        reading.result.eftTransactionID = nil
        reading.result.eftTimestamp = nil
        driver.take(.reader(.recovered(reading)))
        #expect(driver.machine.state.payments.first?.outcome == .approved)
        var reversing = Self.driver(reversing: "guid-1")
        reversing.connect(pending: true)
        reading.result.eftTransactionID = "guid-1"
        reversing.take(.reader(.recovered(reading)))
        #expect(reversing.machine.state.payments.first?.isUnresolved == true)
    }

    @Test("what was kept while its reader was away and what the reader undid then is undone")
    func undoneByReader() {
        var driver = undecided()
        driver.take(.intent(.lookUp(reference, .keep)))
        #expect(driver.machine.state.payments.first?.outcome == .approved)
        driver.connect(pending: true)
        var reading = ReaderReading.sample(.cancelled)
        reading.result.eftTransactionID = "guid-1"
        driver.take(.reader(.recovered(reading)))
        #expect(driver.machine.state.payments.first?.outcome == .cancelled)
    }

    // MARK: The disk

    @Test("what can't be written down is not done, and found out again")
    func fullDisk() {
        var driver = undecided()
        driver.journalFails = true
        driver.take(.intent(.lookUp(reference, .reverse)))
        #expect(asked(driver).isEmpty)
        driver.journalFails = false
        wait(.seconds(10), &driver)
        #expect(asked(driver) == [.status(reference)])
        #expect(driver.machine.state.connection == .none)
    }
}
