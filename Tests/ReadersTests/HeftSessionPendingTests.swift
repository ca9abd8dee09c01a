import Heft
import Markup
import Payments
import TestKit
import Testing
import Time

@testable import Readers

@Suite("A result that the reader held back")
struct HeftSessionPendingTests {
    @Test("F070 gives the result, acknowledged once it is written down")
    func held() {
        var driver = SessionDriver.ready(pending: true)
        driver.command(.fetchPendingResult(since: nil))
        #expect(driver.take().sent == [.finance(.pendingResult, FinanceRequest(currency: 0, amount: 0))])
        let before = driver.sentBytes.count
        driver.reader(.financeAnswer(.pendingResult, .success, .approved))
        guard case .recovered(let reading)? = driver.events().first else {
            Issue.record("another event")
            return
        }
        #expect(reading.outcome == .approved && reading.result.recoveredTransaction == true)
        #expect(driver.sentBytes.count == before)
        driver.command(.acknowledgeResult)
        #expect(driver.sentBytes.count == before + 1)
    }

    @Test("nothing held is said in two ways")
    func nothing() {
        for answer in [
            Packet.financeAnswer(.pendingResult, .noDataAvailable, nil),
            .financeAnswer(.pendingResult, .success, .with(.notProcessed, "FAILED")),
        ] {
            var driver = SessionDriver.ready()
            driver.command(.fetchPendingResult(since: nil))
            _ = driver.take()
            driver.reader(answer)
            #expect(driver.events() == [.nothingPending])
        }
    }

    @Test("a held failure that is marked as recovered is a result")
    func heldFailure() {
        var driver = SessionDriver.ready()
        driver.command(.fetchPendingResult(since: nil))
        _ = driver.take()
        let answer = FinanceAnswer.with(.notProcessed, "FAILED", ["RecoveredTransaction": "true"])
        driver.reader(.financeAnswer(.pendingResult, .success, answer))
        guard case .recovered(let reading)? = driver.events().first else {
            Issue.record("another event")
            return
        }
        #expect(reading.outcome == .failed)
    }

    @Test("a busy reader gives nothing and says so")
    func busy() {
        var driver = SessionDriver.ready()
        driver.command(.fetchPendingResult(since: nil))
        _ = driver.take()
        driver.reader(.financeAnswer(.pendingResult, .commandNotAllowed, nil))
        #expect(driver.events() == [.pendingFailed(statusCode: 4)])
    }

    @Test("a result that comes when nothing runs is kept")
    func unasked() {
        var driver = SessionDriver.ready()
        driver.reader(.financeAnswer(.sale, .success, .approved))
        guard case .recovered? = driver.events().first else {
            Issue.record("another event")
            return
        }
        driver.command(.acknowledgeResult)
        #expect(driver.sentBytes.last == [0x10, 0x06])
    }
}
