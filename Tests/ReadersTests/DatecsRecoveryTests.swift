import Datecs
import EMV
import Payments
import Testing
import Time

@testable import Readers

@Suite("What a pinpad still holds")
struct DatecsRecoveryTests {
    private static let mark = ReaderMark(batch: 42, lastRecord: 122)

    @Test("nothing hangs and nothing is looked for")
    func nothing() {
        var driver = PinpadDriver.ready()
        driver.command(.fetchPendingResult(since: nil))
        #expect(driver.commands() == [.readerState])
        driver.reply(.ok, .readerState(.idle))
        driver.reply(.ok, .pinpadStatus(PinpadStatus()))
        #expect(driver.news() == [.nothingPending])
    }

    @Test("the log is read backwards to the mark")
    func log() {
        var driver = PinpadDriver.ready()
        driver.fetch(since: Self.mark)
        driver.reply(.ok, .record(.terminal))
        #expect(driver.commands().last == .reportTags(.last, Tag.receipt))
        driver.reply(.ok, .record(.logged(.testConnection, .approved, stan: 124, amount: 0)))
        driver.reply(.ok, .record(.logged(.purchase, .approved, stan: 123)))
        #expect(driver.commands().last == .reportTags(.previous, Tag.receipt))
        driver.reply(.ok, .record(.logged(.purchase, .approved, stan: 122)))
        let log = driver.log()
        #expect(log?.isWhole == true)
        #expect(log?.batch == 42)
        #expect(log?.records.map(\.number) == [123, 124])
        #expect(log?.records.map(\.kind) == [.payment(.sale), .service])
        #expect(log?.records.map(\.reading.outcome) == [.approved, .approved])
    }

    @Test("a lost reply in the middle of the log: it is read from its end again, and no record is passed over")
    func lostReply() {
        var driver = PinpadDriver.ready()
        driver.fetch(since: Self.mark)
        driver.reply(.ok, .record(.terminal))
        driver.reply(.ok, .record(.logged(.purchase, .approved, stan: 124)))
        _ = driver.take()
        driver.waitThrough(.milliseconds(5300))
        driver.reply(.ok)
        #expect(driver.commands() == [.ping, .reportTags(.last, Tag.receipt)])
        driver.reply(.ok, .record(.logged(.purchase, .approved, stan: 124)))
        driver.reply(.ok, .record(.logged(.purchase, .declined, stan: 123)))
        driver.reply(.ok, .record(.logged(.purchase, .approved, stan: 122)))
        #expect(driver.log()?.records.map(\.number) == [123, 124])
    }

    @Test("a log that ends before the mark is not whole")
    func wiped() {
        var driver = PinpadDriver.ready()
        driver.fetch(since: Self.mark)
        driver.reply(.ok, .record(.terminal))
        driver.reply(.noData)
        #expect(driver.log()?.isWhole == false)
        driver.fetch(since: ReaderMark(batch: 42, lastRecord: nil))
        driver.reply(.ok, .record(.terminal))
        driver.reply(.noData)
        #expect(driver.log()?.isWhole == true)
    }

    @Test("a reversed record is not paid", arguments: [Datecs.TransactionResult.approved, .error])
    func reversed(result: Datecs.TransactionResult) {
        var driver = PinpadDriver.ready()
        driver.fetch(since: Self.mark)
        driver.reply(.ok, .record(.terminal))
        driver.reply(.ok, .record(.logged(.purchase, result, stan: 123, state: .reversed)))
        driver.reply(.noData)
        #expect(driver.log()?.records.map(\.reading.outcome) == [.failed])
    }

    @Test("what hangs is flushed by a test of the connection, which may go online")
    func hanging() {
        var driver = PinpadDriver.ready()
        driver.command(.fetchPendingResult(since: nil))
        driver.reply(.ok, .readerState(.idle))
        driver.reply(.ok, .pinpadStatus(PinpadStatus(pending: .hung)))
        #expect(driver.commands().last == .start(.testConnection))
        driver.reply(.ok)
        driver.event(.hangReceipt(.approved))
        driver.goOnline()
        driver.event(.complete(.of(.approved, amount: 0, stan: 124)))
        #expect(driver.commands() == [.end(.ok)])
        driver.reply(.ok)
        #expect(driver.log()?.hung.map(\.outcome) == [.approved])
    }

    @Test("a test that comes to nothing leaves the log to be read")
    func testFails() {
        var driver = PinpadDriver.ready()
        driver.command(.fetchPendingResult(since: Self.mark))
        driver.reply(.ok, .readerState(.idle))
        driver.reply(.ok, .pinpadStatus(PinpadStatus(pending: .reversal)))
        driver.reply(.notInThisState)
        #expect(driver.commands().last == .terminalTags(Tag.terminal))
    }

    @Test("a result that nobody ended is told, and ended once it is written down")
    func unended() {
        var driver = PinpadDriver.ready(state: .started)
        driver.command(.fetchPendingResult(since: Self.mark))
        driver.reply(.ok, .readerState(.started))
        #expect(driver.commands().last == .receiptTags(Tag.receipt))
        driver.reply(.ok, .record(.approved))
        #expect(driver.news().map { $0.reading?.outcome } == [.approved])
        #expect(driver.commands().isEmpty)
        driver.command(.acknowledgeResult)
        #expect(driver.commands() == [.end(.ok)])
        driver.reply(.ok)
        #expect(driver.commands() == [.readerState])
    }

    @Test("a transaction that still runs is listened to: it may go online, and its COMPLETE is told")
    func stillRunning() {
        var driver = PinpadDriver.ready(state: .online)
        driver.command(.fetchPendingResult(since: Self.mark))
        driver.reply(.ok, .readerState(.online))
        driver.reply(.notInThisState)
        driver.goOnline()
        driver.event(.complete(.approved))
        #expect(driver.commands() == [.receiptTags(Tag.receipt)])
        driver.reply(.noData)
        #expect(driver.news().compactMap { $0.reading?.outcome } == [.approved])
    }

    @Test("a reader that becomes idle while it is listened to is asked what hangs")
    func becomesIdle() {
        var driver = PinpadDriver.ready(state: .started)
        driver.command(.fetchPendingResult(since: Self.mark))
        driver.reply(.ok, .readerState(.started))
        driver.reply(.notInThisState)
        driver.wait(.seconds(1))
        #expect(driver.commands().last == .readerState)
        driver.reply(.ok, .readerState(.idle))
        #expect(driver.commands() == [.pinpadStatus])
    }

    @Test("a reader that never becomes idle is told to stop once, and then given up")
    func neverIdle() {
        var driver = PinpadDriver.ready(state: .started)
        driver.command(.fetchPendingResult(since: Self.mark))
        driver.reply(.ok, .readerState(.started))
        driver.reply(.notInThisState)
        var ends = 0
        for _ in 0..<140 where driver.session.phase != .ready {
            driver.wait(.seconds(1))
            for command in driver.commands() {
                ends += command.id == .end ? 1 : 0
                driver.reply(.ok, command.id == .end ? .nothing : .readerState(.started))
            }
        }
        #expect(ends == 1)
        #expect(driver.session.phase == .ready)
    }

    @Test("a reader that doesn't answer what hangs leaves the result open")
    func statusRefused() {
        var driver = PinpadDriver.ready()
        driver.command(.fetchPendingResult(since: Self.mark))
        driver.reply(.ok, .readerState(.idle))
        driver.reply(.generalError)
        #expect(driver.news() == [.pendingFailed(statusCode: 0xE001)])
    }
}

@Suite("What a pinpad does besides payments")
struct DatecsServiceTests {
    @Test("an end of day reads the whole log first, tells what was paid, and ends the day")
    func endOfDay() {
        var driver = PinpadDriver.ready()
        driver.command(.serve(.endOfDay))
        driver.reply(.ok, .pinpadStatus(PinpadStatus(demand: .endOfDay)))
        driver.reply(.ok, .record(.logged(.purchase, .approved, stan: 1)))
        driver.reply(.ok, .record(.logged(.purchase, .approved, stan: 2, amount: 200)))
        driver.reply(.ok, .record(.logged(.purchase, .declined, stan: 3)))
        driver.reply(.ok, .record(.logged(.purchase, .approved, stan: 4, state: .reversed)))
        driver.reply(.ok, .record(.logged(.voidPurchase, .approved, stan: 5)))
        driver.reply(.ok, .record(.logged(.testConnection, .approved, stan: 6, amount: 0)))
        driver.reply(.noData)
        #expect(driver.commands().last == .start(.endOfDay))
        driver.reply(.ok)
        driver.event(.complete(.of(.approved, amount: 0, stan: nil)))
        let (sent, happened) = driver.take()
        #expect(sent == [.end(.ok)])
        let totals = [
            DayTotal(type: "SALE", scheme: "", count: 2, amount: 1250, currency: ""),
            DayTotal(type: "VOID_SALE", scheme: "", count: 1, amount: 1050, currency: ""),
        ]
        #expect(happened.last == .event(.served(.dayClosed(totals))))
    }

    @Test("the day stays open while something hangs, and while the log can't be read", arguments: [true, false])
    func staysOpen(hangs: Bool) {
        var driver = PinpadDriver.ready()
        driver.command(.serve(.endOfDay))
        driver.reply(.ok, .pinpadStatus(PinpadStatus(pending: hangs ? .hung : .none)))
        if !hangs { driver.reply(.generalError) }
        #expect(driver.news() == [.served(.refused(statusCode: hangs ? 0xE007 : 0xE001))])
        #expect(!driver.commands().contains { $0.id == .start })
    }

    @Test(
        "an update, and a test of the connection",
        arguments: [
            (ReaderService.update, TransactionStart.update, ReaderServiceResult.updated(restarting: false)),
            (.testConnection, .testConnection, .connectionTested),
        ])
    func simple(service: ReaderService, start: TransactionStart, result: ReaderServiceResult) {
        var driver = PinpadDriver.ready()
        driver.command(.serve(service))
        driver.reply(.ok, .pinpadStatus(PinpadStatus()))
        #expect(driver.commands().last == .start(start))
        driver.reply(.ok)
        driver.event(.complete(.of(.approved, amount: 0, stan: nil)))
        #expect(driver.news() == [.served(result)])
    }

    @Test(
        "what a pinpad doesn't do is refused",
        arguments: [
            ReaderService.clearLog, .setLogLevel(.full), .scan(ScanOptions()),
        ])
    func refused(service: ReaderService) {
        var driver = PinpadDriver.ready()
        driver.command(.serve(service))
        #expect(driver.news() == [.served(.refused(statusCode: 0xE002))])
    }
}

extension PinpadDriver {
    /// Idle, and nothing hangs.
    fileprivate mutating func fetch(since mark: ReaderMark) {
        command(.fetchPendingResult(since: mark))
        reply(.ok, .readerState(.idle))
        reply(.ok, .pinpadStatus(PinpadStatus()))
    }

    fileprivate mutating func log() -> ReaderLogExtract? {
        news().compactMap { if case .logRead(let log) = $0 { log } else { nil } }.last
    }
}
