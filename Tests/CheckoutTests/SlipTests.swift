import Payments
import Readers
import TestKit
import Testing
import Time

@testable import Checkout

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
