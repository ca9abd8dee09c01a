import Datecs
import EMV
import Payments
import TestKit
import Testing
import Time

@testable import Readers

@Suite("The first words with a pinpad")
struct DatecsIntroductionTests {
    @Test("the questions come one by one, each after the reply to the one before")
    func order() {
        var driver = PinpadDriver()
        driver.command(.initialise(clock: PinpadDriver.clock))
        #expect(driver.commands() == [.ping])
        driver.reply(.ok)
        #expect(driver.commands() == [.pinpadInfo])
        driver.reply(.ok, .pinpadInfo(.sample))
        driver.reply(.ok, .readerState(.idle))
        #expect(driver.commands() == [.readerState, .pinpadStatus])
    }

    @Test("the details are those of the replies")
    func details() {
        var driver = PinpadDriver()
        driver.command(.initialise(clock: PinpadDriver.clock))
        driver.introduce(status: PinpadStatus(demand: .endOfDay))
        guard case .connected(let details)? = driver.events().first else {
            Issue.record("not connected")
            return
        }
        #expect(details.serialNumber == "0000123456")
        #expect(details.applicationName == "BluePad-55")
        #expect(details.applicationVersion == "1.1.36.1")
        #expect(details.terminalID == "99900001")
        #expect(details.currency == "EUR")
        #expect(details.demand == .endOfDay)
        #expect(details.battery == nil)
        #expect(!details.resultPending)
    }

    @Test(
        "what hangs, and work that goes on, are results that the reader holds",
        arguments: [
            (PinpadStatus(pending: .hung), ReaderState.idle), (PinpadStatus(pending: .reversal), .idle),
            (PinpadStatus(), .online),
        ])
    func pending(status: PinpadStatus, state: ReaderState) {
        var driver = PinpadDriver()
        driver.command(.initialise(clock: PinpadDriver.clock))
        driver.introduce(status: status, state: state)
        let details = driver.events().compactMap { if case .connected(let details) = $0 { details } else { nil } }
        #expect(details.map(\.resultPending) == [true])
    }

    @Test("a wrong clock is set")
    func clock() {
        var driver = PinpadDriver()
        driver.command(.initialise(clock: PinpadDriver.clock))
        driver.reply(.ok)
        driver.reply(.ok, .pinpadInfo(.sample))
        driver.reply(.ok, .readerState(.idle))
        driver.reply(.ok, .pinpadStatus(PinpadStatus()))
        _ = driver.take()
        driver.reply(.ok, .clock(CivilTime(year: 2020, month: 1, day: 1, hour: 0, minute: 0, second: 0)))
        #expect(driver.commands() == [.setClock(PinpadDriver.clock)])
        driver.reply(.ok)
        #expect(driver.commands() == [.terminalTags(Tag.terminal)])
    }

    @Test("silence is no reader, after three PINGs")
    func silence() {
        var driver = PinpadDriver()
        driver.command(.initialise(clock: PinpadDriver.clock))
        driver.waitThrough(.seconds(10))
        #expect(driver.commands() == [.ping, .ping, .ping, .ping])
        #expect(driver.session.isClosed)
    }

    @Test("plain firmware is told from a payment application")
    func plainFirmware() {
        var driver = PinpadDriver()
        driver.command(.initialise(clock: PinpadDriver.clock))
        driver.reply(.unknownCommand)
        #expect(driver.commands().last?.id == .engineIdentification)
        driver.reply(.ok, .other([UInt8](repeating: 0x41, count: 132)))
        #expect(driver.events().last == .closed(.noPaymentApplication))
    }

    @Test("another protocol is named by its first bytes")
    func otherProtocol() {
        var driver = PinpadDriver()
        driver.command(.initialise(clock: PinpadDriver.clock))
        driver.feed(.received([UInt8](repeating: 0x10, count: 5000)))
        #expect(driver.events().last == .closed(.otherProtocol(firstBytes: [UInt8](repeating: 0x10, count: 16))))
    }
}

@Suite("A payment on a pinpad")
struct DatecsPaymentTests {
    @Test("nothing is started before the till has written down how far the log goes")
    func mark() {
        var driver = PinpadDriver.marked()
        let (sent, _) = driver.take()
        #expect(!sent.contains { $0.id == .start })
        var again = PinpadDriver.marked()
        #expect(again.news() == [.marked(ReaderMark(batch: 42, lastRecord: 122))])
        again.command(.proceed)
        #expect(again.commands() == [.start(.purchase(1050))])
    }

    @Test("an empty log is a mark too")
    func emptyLog() {
        var driver = PinpadDriver.marked(last: nil)
        #expect(driver.news() == [.marked(ReaderMark(batch: 42, lastRecord: nil))])
    }

    @Test("what can't be written down is not started")
    func notWritten() {
        var driver = PinpadDriver.marked()
        _ = driver.take()
        driver.command(.refuseStart)
        #expect(driver.outcome() == .failed)
        driver.command(.proceed)
        #expect(driver.commands().isEmpty)
    }

    @Test("a payment in another currency than the reader's is not started")
    func currency() {
        var driver = PinpadDriver.ready()
        driver.command(
            .start(ReaderRequest(money: Money(minorUnits: 1050, currency: .pounds), customerReference: "A")))
        driver.reply(.ok, .record(.terminal))
        #expect(driver.outcome() == .failed)
        #expect(driver.commands().isEmpty)
    }

    @Test("approved: receipt first, and the end once the result is written down")
    func approved() {
        var driver = PinpadDriver.paying()
        driver.event(.complete(.approved))
        #expect(driver.commands() == [.receiptTags(Tag.receipt)])
        driver.reply(.ok, .record(.of(.approved, Record.approval + [TLV(.scheme, text: "VISA")])))
        let (sent, happened) = driver.take()
        #expect(sent.isEmpty)
        guard case .event(.finished(let reading))? = happened.last else {
            Issue.record("no end")
            return
        }
        #expect(reading.outcome == .approved)
        #expect(reading.result.authorisedAmount == 1050)
        #expect(reading.result.eftTransactionID == "000123456789")
        #expect(reading.result.authorisationCode == "A1B2C3")
        #expect(reading.result.cardSchemeName == "VISA")
        #expect(reading.result.transactionID == "123")
        driver.command(.acknowledgeResult)
        #expect(driver.commands() == [.end(.ok)])
    }

    @Test("COMPLETE before the reply to START is told behind it")
    func glued() {
        var driver = PinpadDriver.marked()
        driver.command(.proceed)
        _ = driver.take()
        driver.send(.event(.complete(.cancelled)), .reply(Reply()))
        #expect(driver.commands() == [.receiptTags(Tag.receipt)])
        driver.reply(.noData)
        #expect(driver.outcome() == .cancelled)
    }

    @Test(
        "what the verdict says",
        arguments: [
            (Record.declined, Outcome.declined), (.cancelled, .cancelled),
            (.of(.error, error: .timeout, stan: nil), .cancelled),
            (.of(.error, error: .notConnected, stan: nil), .failed),
            // With a number, and without having asked for a connection: it may have one of its own.
            (.of(.error, error: .timeout), .unknown), (.of(.error, error: .cancelled), .unknown),
            (.of(.approved, amount: 1051), .unknown), (Record([TLV(.result, number: 0)]), .unknown),
            (Record([TLV(.error, number: 1)]), .failed),
        ])
    func verdicts(complete: Record, outcome: Outcome) {
        var driver = PinpadDriver.paying()
        driver.event(.complete(complete))
        driver.reply(.noData)
        #expect(driver.outcome() == outcome)
    }

    @Test("a receipt of another transaction makes the outcome unknown, whatever its checksum")
    func otherReceipt() {
        var driver = PinpadDriver.paying()
        driver.event(.complete(.approved))
        driver.reply(.ok, .record(.of(.approved, amount: 1050, stan: 999, Record.approval)))
        #expect(driver.outcome() == .unknown)
    }

    @Test("an error after the request has left is unknown")
    func errorAfterRelay() {
        var driver = PinpadDriver.paying()
        driver.goOnline()
        driver.event(.complete(.of(.error, error: .timeout)))
        driver.reply(.noData)
        #expect(driver.outcome() == .unknown)
    }

    @Test(
        "a refused START has begun nothing",
        arguments: [
            Status.notInThisState, .endOfDayFirst, .notPermitted, .busy, .unknownCommand,
        ])
    func refused(status: Status) {
        var driver = PinpadDriver.marked()
        driver.command(.proceed)
        driver.reply(status)
        #expect(driver.outcome() == .failed)
    }

    @Test("START is not sent again when its reply is missing: the outcome is unknown")
    func startUnanswered() {
        var driver = PinpadDriver.marked()
        driver.command(.proceed)
        _ = driver.take()
        driver.waitThrough(.milliseconds(5300))
        #expect(driver.commands() == [.ping])
        driver.reply(.ok)
        let (sent, happened) = driver.take()
        #expect(!sent.contains { $0.id == .start })
        #expect(
            happened.contains {
                if case .event(.finished(let reading)) = $0 { reading.outcome == .unknown } else { false }
            })
    }

    @Test("COMPLETE that comes although the reply to START is lost counts")
    func completeWithoutReply() {
        var driver = PinpadDriver.marked()
        driver.command(.proceed)
        driver.event(.complete(.approved))
        driver.waitThrough(.milliseconds(5300))
        driver.reply(.ok)
        driver.reply(.noData)
        #expect(driver.outcome() == .approved)
    }

    @Test("a question is asked once more when its reply is missing")
    func questionAgain() {
        var driver = PinpadDriver.ready()
        driver.command(.start(PinpadDriver.request))
        _ = driver.take()
        driver.waitThrough(.milliseconds(5300))
        driver.reply(.ok)
        #expect(driver.commands() == [.ping, .terminalTags(Tag.terminal)])
        driver.waitThrough(.milliseconds(5300))
        driver.reply(.ok)
        #expect(driver.outcome() == .failed)
    }

    @Test("a late reply isn't taken for the next one's")
    func lateReply() {
        var driver = PinpadDriver.ready()
        driver.command(.start(PinpadDriver.request))
        driver.waitThrough(.milliseconds(5100))
        driver.reply(.ok, .record(.terminal))
        #expect(!driver.commands().contains { $0.id == .reportTags })
    }

    @Test("no COMPLETE in time is unknown")
    func overrun() {
        var driver = PinpadDriver.paying()
        for _ in 0..<12 {
            driver.wait(.seconds(10))
            driver.reply(.ok, .readerState(.started))
        }
        #expect(driver.outcome() == .unknown)
    }

    @Test("the link's end is unknown once the reader was told, and failed before")
    func linkLost() {
        var driver = PinpadDriver.paying()
        driver.feed(.linkClosed)
        #expect(driver.outcome() == .unknown)
        var early = PinpadDriver.marked()
        _ = early.take()
        early.feed(.linkClosed)
        #expect(early.outcome() == .failed)
    }

    @Test("the link's end behind COMPLETE changes no verdict")
    func linkLostAfterComplete() {
        var driver = PinpadDriver.paying()
        driver.event(.complete(.approved))
        driver.feed(.linkClosed)
        #expect(driver.outcome() == .approved)
    }

    @Test("a signature is wanted of what is approved without a PIN")
    func signature() {
        var driver = PinpadDriver.paying()
        driver.event(.complete(.approved))
        driver.reply(.ok, .record(.of(.approved, Record.approval + [TLV(.signature, number: 1)])))
        let slip = driver.news().compactMap { $0.reading?.slip }.first
        #expect(
            slip?.split(separator: "\n") == [
                "RRN 000123456789", "AUTH A1B2C3", "10.50 EUR", "X ______________________",
            ])
    }

    @Test("the till stops it with END FAIL, once")
    func cancel() {
        var driver = PinpadDriver.paying()
        driver.command(.cancel)
        driver.command(.cancel)
        #expect(driver.commands() == [.end(.fail)])
        driver.reply(.ok)
        driver.event(.complete(.cancelled))
        driver.reply(.noData)
        #expect(driver.outcome() == .cancelled)
    }

    @Test("a reader that is online already says that it is too late")
    func cancelTooLate() {
        var driver = PinpadDriver.paying()
        driver.command(.cancel)
        driver.reply(.notInThisState)
        let notices = driver.events().compactMap { if case .notice(let notice) = $0 { notice } else { nil } }
        #expect(notices.map(\.name) == ["TOO_LATE_TO_CANCEL"])
        #expect(notices.map(\.cancelAllowed) == [false])
    }

    @Test("an approval that crosses the wish to stop is looked up")
    func cancelCrosses() {
        var driver = PinpadDriver.paying()
        driver.command(.cancel)
        driver.event(.complete(.approved))
        driver.reply(.ok)
        driver.reply(.ok, .record(.approved))
        #expect(driver.outcome() == .unknown)
    }

    @Test("an echo of our own bytes is a fault and no answer")
    func echo() {
        var driver = PinpadDriver.paying()
        driver.send(.command(.start(.purchase(1050))))
        #expect(driver.events() == [.fault(.unexpectedMessage("3D01"))])
    }
}

extension PinpadDriver {
    /// A connection is open, and bytes have gone to the acquirer.
    mutating func goOnline() {
        event(.socketOpen(.sample))
        host(.opened)
        reply(.ok)
        event(.sendData(id: 1, [1, 2, 3]))
        command(.relay)
        host(.drained)
        reply(.ok)
        _ = take()
    }
}

extension SocketOpen {
    static let sample = SocketOpen(
        id: 1, kind: .tcp, address: IPv4Address(203, 0, 113, 10), port: 20206, timeoutSeconds: 30)
}
