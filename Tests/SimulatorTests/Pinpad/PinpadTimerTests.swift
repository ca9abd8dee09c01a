import Acquirer
import Datecs
import Simulator
import Testing
import Time

@Suite("A virtual pinpad's waits")
struct PinpadTimerTests {
    @Test("no card for 60 s is 2/9")
    func card() { expectTimeout(after: .seconds(60), of: 1050) { $0.cardholder = .absent } }

    @Test("no PIN for 30 s is 2/9")
    func pin() { expectTimeout(after: .seconds(30), of: 5000) { $0.cardholder = .withoutPIN } }

    @Test("no choice of an application for 30 s is 2/9")
    func application() {
        var reader = VirtualPinpad(settings: .plain())
        _ = reader.handle(.opened, at: .zero)
        let start = FrameEncoder.frame(Command.start(.purchase(4200)).message)
        _ = reader.handle(.received(start), at: .zero)
        #expect(reader.nextDeadline == .zero + .seconds(30))
        #expect(!reader.handle(.tick, at: .zero + .seconds(30)).isEmpty)
        #expect(reader.nextDeadline == .zero + .seconds(45))
    }

    private func expectTimeout(after wait: Duration, of amount: UInt32, _ change: (inout PinpadSettings) -> Void) {
        var host = PinpadHost(change)
        host.ask(.start(.purchase(amount)))
        host.wait(wait - .milliseconds(1))
        #expect(host.outcome == nil)
        host.wait(.milliseconds(1))
        #expect(host.seen.last == "COMPLETE 2/9" && host.desk.ledger.isEmpty)
        #expect(host.reader.status.pending == .none)
    }

    @Test("a connection that isn't confirmed for 10 s is none, and nothing is pending")
    func open() {
        var host = PinpadHost()
        host.withheld = [.open]
        host.ask(.start(.purchase(1050)))
        host.wait(.seconds(10))
        #expect(host.seen.last == "COMPLETE 2/50" && host.reader.status.pending == .none)
    }

    @Test("bytes that aren't confirmed for 10 s may have arrived: reversed later")
    func send() {
        var host = PinpadHost()
        (host.withheld, host.losesAnswers) = ([.send], true)
        host.ask(.start(.purchase(1050)))
        host.wait(.seconds(10))
        #expect(host.seen.last == "COMPLETE 2/50" && host.reader.status.pending == .reversal)
    }

    @Test("an acquirer that says nothing for 30 s: 2/9, and a reversal is due")
    func answer() {
        var host = PinpadHost()
        host.losesAnswers = true
        host.ask(.start(.purchase(1050)))
        host.wait(.milliseconds(29_999))
        #expect(host.outcome == nil)
        host.wait(.milliseconds(1))
        #expect(host.seen.last == "COMPLETE 2/9" && host.reader.status.pending == .reversal)
    }

    @Test("an answer counts even where the end of the connection is never confirmed")
    func close() {
        var host = PinpadHost()
        host.withheld = [.close]
        host.ask(.start(.purchase(1050)))
        host.wait(.seconds(10))
        #expect(host.outcome?.verdict == .approved)
    }

    @Test("an approved payment without END for 15 s hangs; a declined one doesn't")
    func end() {
        var host = PinpadHost()
        host.ask(.start(.purchase(1050)))
        host.wait(.seconds(15))
        #expect(host.reader.status.pending == .hung && host.ask(.receiptTags(.receipt)) == .noData)
        var declined = PinpadHost()
        declined.ask(.start(.purchase(1000)))
        declined.wait(.seconds(15))
        #expect(declined.reader.status.pending == .none && declined.ask(.pinpadStatus) == .ok)
    }

    @Test("people who take their time are waited for")
    func slow() {
        var host = PinpadHost { $0.cardholder = .slow(.seconds(5)) }
        host.ask(.start(.purchase(5000)))
        host.wait(.milliseconds(9999))
        #expect(host.outcome == nil)
        host.wait(.milliseconds(1))
        #expect(host.outcome?.verdict == .approved)
    }
}
