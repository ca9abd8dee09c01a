import Heft
import Markup
import Payments
import TestKit
import Testing
import Time

@testable import Readers

@Suite("Introducing ourselves to a HEFT reader")
struct HeftSessionConnectingTests {
    @Test("I000 with XML, I001, then the log level: connected with the reader's details")
    func connects() {
        var driver = SessionDriver()
        driver.command(.initialise(clock: SessionDriver.clock))
        guard case .initialise(let request)? = driver.take().sent.first else {
            Issue.record("no I000")
            return
        }
        #expect(request.clock == SessionDriver.clock && request.xml != nil)
        driver.reader(.initialiseAnswer(.success, .sample(pending: true)))
        #expect(driver.take().sent == [.setLogLevel(3)])
        driver.reader(.setLogLevelAnswer(.success))
        let details = ReaderDetails(
            serialNumber: "000123400123", publicKeyVersion: 1, emvParameterVersion: 2, applicationName: "mPOS",
            applicationVersion: "1.7", manufacturerCode: 0, modelCode: 0, battery: "57%", resultPending: true)
        #expect(driver.events() == [.connected(details)])
    }

    @Test("old firmware that refuses the XML gets the short form, once")
    func shortForm() {
        var driver = SessionDriver()
        driver.command(.initialise(clock: SessionDriver.clock))
        _ = driver.take()
        driver.reader(.initialiseAnswer(.invalidData, nil))
        #expect(driver.take().sent == [.initialise(InitialiseRequest(clock: SessionDriver.clock, xml: nil))])
        driver.reader(.initialiseAnswer(.invalidData, nil))
        #expect(driver.events() == [.closed(.initialisationRefused(statusCode: 2))])
    }

    @Test("nothing that acknowledges I000 within 20 s: no such reader")
    func silence() {
        var driver = SessionDriver()
        driver.acknowledges = false
        driver.command(.initialise(clock: SessionDriver.clock))
        driver.wait(.seconds(15))
        #expect(driver.events() == [.closed(.noAnswer)])
    }

    @Test("something else that talks is named with its first bytes")
    func otherProtocol() {
        var driver = SessionDriver()
        driver.acknowledges = false
        driver.command(.initialise(clock: SessionDriver.clock))
        driver.bytes(Array("AT+OK".utf8))
        driver.wait(.seconds(20))
        #expect(driver.events() == [.closed(.otherProtocol(firstBytes: Array("AT+OK".utf8)))])
    }

    @Test("more noise than a cable makes ends it")
    func noise() {
        var driver = SessionDriver()
        driver.acknowledges = false
        driver.command(.initialise(clock: SessionDriver.clock))
        driver.bytes([UInt8](repeating: 0x55, count: 4097))
        #expect(driver.events() == [.closed(.otherProtocol(firstBytes: [UInt8](repeating: 0x55, count: 16)))])
    }

    @Test("what was said before I001 is ignored")
    func leftovers() {
        var driver = SessionDriver()
        driver.command(.initialise(clock: SessionDriver.clock))
        driver.reader(.event(.waitingCard, nil))
        driver.reader(.financeAnswer(.sale, .success, .approved))
        #expect(driver.events() == [])
        driver.reader(.initialiseAnswer(.success, .sample()))
        driver.reader(.setLogLevelAnswer(.success))
        #expect(driver.events().count == 1)
    }

    @Test("frames are cut to the size that I001 names; 2048 and more is an old reader's", arguments: [64, 2048])
    func frameSize(size: UInt16) {
        var driver = SessionDriver()
        driver.command(.initialise(clock: SessionDriver.clock))
        driver.reader(.initialiseAnswer(.success, .sample(bufferSize: size)))
        driver.reader(.setLogLevelAnswer(.success))
        let before = driver.sentBytes.count
        driver.command(.start(SessionDriver.request))
        let longest = driver.sentBytes[before...].map(\.count).max() ?? 0
        #expect(longest <= (size == 64 ? 64 : 200) && longest > (size == 64 ? 50 : 150))
    }
}

@Suite("A sale on a HEFT reader")
struct HeftSessionSaleTests {
    @Test("F000 carries currency, amount and the escaped reference")
    func request() throws {
        var driver = SessionDriver.ready()
        let money = Money(minorUnits: 0x10_1010, currency: .euro)
        driver.command(.start(ReaderRequest(money: money, customerReference: "A<B&C")))
        guard case .finance(.sale, let request?)? = driver.take().sent.first else {
            Issue.record("no F000")
            return
        }
        #expect(request.currency == 978 && request.amount == 0x10_1010 && request.cardPresent)
        #expect(try request.xml?.parsed()["CustomerReference"] == "A<B&C")
    }

    @Test("events tell code, text and whether a cancel is allowed")
    func events() {
        var driver = SessionDriver.selling()
        driver.reader(.event(.waitingCard, .event("Insert card", cancel: "true")))
        driver.reader(.event(.pinInput, .event("Enter PIN", cancel: nil)))
        let notices = driver.events().compactMap { if case .notice(let notice) = $0 { notice } else { nil } }
        #expect(notices.map(\.code) == [0x14, 0x19])
        #expect(notices.map(\.name) == ["WAITING_CARD", "PIN_INPUT"])
        #expect(notices.map(\.text) == ["Insert card", "Enter PIN"])
        #expect(notices.map(\.cancelAllowed) == [true, false])
    }

    @Test("a challenge is passed on and answered with what the till proves")
    func challenge() {
        var driver = SessionDriver.selling()
        let random = [UInt8](repeating: 7, count: 32)
        driver.reader(.challenge(Challenge(random: random, xml: XMLText(bytes: []))))
        #expect(driver.events() == [.challenged(readerRandom: random)])
        driver.command(.prove(random: [1], proof: [2]))
        #expect(driver.take().sent == [.challengeAnswer(.success, ChallengeAnswer(random: [1], proof: [2]))])
    }

    @Test("a challenge of another length is refused rather than guessed at")
    func shortChallenge() {
        var driver = SessionDriver.selling()
        driver.reader(.challenge(Challenge(random: [1, 2, 3], xml: XMLText(bytes: []))))
        let (sent, happened) = driver.take()
        #expect(sent == [.challengeAnswer(.invalidData, nil)] && happened.isEmpty)
    }

    @Test("the answer's last frame is acknowledged only when it is written down")
    func deferredAcknowledgement() {
        var driver = SessionDriver.selling()
        let before = driver.sentBytes.count
        driver.reader(.financeAnswer(.sale, .success, .approved))
        #expect(driver.sentBytes.count == before)
        guard case .finished(let reading)? = driver.events().first else {
            Issue.record("not finished")
            return
        }
        #expect(reading.outcome == .approved)
        driver.command(.acknowledgeResult)
        #expect(driver.sentBytes[before...] == [[0x10, 0x06]])
        driver.command(.acknowledgeResult)
        #expect(driver.sentBytes.count == before + 1)
    }

    @Test("cancel goes out only while the latest event allows it, and once")
    func cancel() {
        var driver = SessionDriver.selling()
        driver.command(.cancel)
        #expect(driver.take().sent == [])
        driver.reader(.event(.waitingCard, .event("", cancel: "true")))
        driver.command(.cancel)
        driver.command(.cancel)
        #expect(driver.take().sent == [.idle])
        driver.bytes([0x10, 0x06])  // its acknowledgement, stray by then
        driver.reader(.idleAnswer(.success, nil))
        #expect(driver.take().happened == [])
        driver.reader(.financeAnswer(.sale, .posCancelled, .with(.cancelled, "CANCELLED")))
        guard case .finished(let reading)? = driver.events().first else {
            Issue.record("another event")
            return
        }
        #expect(reading.outcome == .cancelled)
    }

    @Test(
        "a recovered result is never taken for the sale's own",
        arguments: [
            ["RecoveredTransaction": "true"], ["CustomerReference": "TABLE 6"],
        ])
    func oldResult(fields: [String: String]) {
        var driver = SessionDriver.selling()
        driver.reader(.financeAnswer(.sale, .success, .with(.approved, "AUTHORISED", authorised: 1000, fields)))
        let events = driver.events()
        guard events.count == 2, case .recovered(let old) = events[0], case .finished(let own) = events[1] else {
            Issue.record("\(events)")
            return
        }
        #expect(old.outcome == .approved && own.outcome == .unknown)
    }

    @Test("an answer that lies about its length ends the sale as unknown, and the session lives")
    func lyingAnswer() {
        var driver = SessionDriver.selling()
        var lying = Packet.financeAnswer(.sale, .success, .approved).message
        lying.payload[5] = 0xFF
        for frame in FrameEncoder.frames(message: lying.bytes, maxFrame: 200) { driver.bytes(frame) }
        let events = driver.events()
        guard events.count == 2, case .fault(.malformed) = events[0], case .finished(let reading) = events[1] else {
            Issue.record("\(events)")
            return
        }
        #expect(reading.outcome == .unknown && !driver.session.isClosed)
    }

    @Test("a request outside the table is told and changes nothing")
    func unknownCommand() {
        var driver = SessionDriver.selling()
        driver.reader(.other(Message(CommandID(rawValue: 0x5139_3930))))
        #expect(driver.events() == [.fault(.unexpectedMessage("Q990"))])
        driver.reader(.financeAnswer(.sale, .success, .approved))
        #expect(driver.events().count == 1)
    }

    @Test("three refusals of F000: it never began, so it has failed")
    func rejected() {
        var driver = SessionDriver.ready()
        driver.acknowledges = false
        driver.command(.start(SessionDriver.request))
        for _ in 0..<3 { driver.bytes([0x10, 0x15]) }
        let events = driver.events()
        guard case .finished(let reading)? = events.first else {
            Issue.record("another event")
            return
        }
        #expect(reading.outcome == .failed && events.last == .closed(.rejected))
        #expect(driver.sentBytes.last == [0x10, 0x04])
    }

    @Test("F000 that nobody acknowledges is unknown after 20 s")
    func unacknowledged() {
        var driver = SessionDriver.ready()
        driver.acknowledges = false
        driver.command(.start(SessionDriver.request))
        driver.wait(.seconds(20))
        let events = driver.events()
        guard case .finished(let reading)? = events.first else {
            Issue.record("another event")
            return
        }
        #expect(reading.outcome == .unknown && events.last == .closed(.notAcknowledged))
    }

    @Test("a link that ends under a sale leaves it unknown")
    func linkLost() {
        var driver = SessionDriver.selling()
        driver.feed(.linkClosed)
        let events = driver.events()
        guard case .finished(let reading)? = events.first else {
            Issue.record("another event")
            return
        }
        #expect(reading.outcome == .unknown && events.last == .closed(.linkLost))
    }

    @Test("300 s of silence: one cancel if that is allowed, then unknown")
    func silence() {
        var driver = SessionDriver.selling()
        driver.reader(.event(.waitingCard, .event("", cancel: "true")))
        _ = driver.take()
        driver.wait(.seconds(300))
        #expect(driver.take().sent == [.idle])
        driver.wait(.seconds(60))
        #expect(driver.events().last == .closed(.timedOut))
    }

    @Test("a cancel that is not answered ends in a minute, as unknown")
    func cancelUnanswered() {
        var driver = SessionDriver.selling()
        driver.reader(.event(.waitingCard, .event("", cancel: "true")))
        driver.command(.cancel)
        _ = driver.take()
        driver.wait(.seconds(59))
        #expect(!driver.session.isClosed)
        driver.wait(.seconds(1))
        let events = driver.events()
        guard case .finished(let reading)? = events.first else {
            Issue.record("another event")
            return
        }
        #expect(reading.outcome == .unknown && events.last == .closed(.timedOut))
    }

    @Test("a reader that asks for the acquirer after a cancel has the usual time, too")
    func cancelMissed() {
        var driver = SessionDriver.selling()
        driver.reader(.event(.waitingCard, .event("", cancel: "true")))
        driver.command(.cancel)
        driver.reader(.hostConnect(HostConnect(address: "gw.example", port: 443, timeoutSeconds: 120)))
        driver.wait(.seconds(61))
        #expect(!driver.session.isClosed)
    }

    @Test("a cancel that came too late leaves the card holder the usual time")
    func cancelTooLate() {
        var driver = SessionDriver.selling()
        driver.reader(.event(.waitingCard, .event("", cancel: "true")))
        driver.command(.cancel)
        driver.reader(.event(.pinInput, .event("Enter PIN", cancel: nil)))
        driver.wait(.seconds(299))
        #expect(!driver.session.isClosed)
        driver.wait(.seconds(1))
        #expect(driver.session.isClosed)
    }

    @Test("the rest of a message is due within 15 s")
    func rest() {
        var driver = SessionDriver.selling()
        driver.bytes([0x10, 0x02, 0x52])
        driver.wait(.seconds(15))
        #expect(driver.events().last == .closed(.timedOut))
    }

    @Test("EOT, ENQ and a stray NAK end the session", arguments: [0x04, 0x05, 0x15] as [UInt8])
    func strayControl(second: UInt8) {
        var driver = SessionDriver.ready()
        driver.bytes([0x10, second])
        guard case .closed(.some)? = driver.events().last else {
            Issue.record("another event")
            return
        }
        #expect(driver.session.isClosed && driver.session.nextDeadline == nil)
    }

    @Test("two acknowledgements for one frame harm nothing")
    func doubleAcknowledgement() {
        var driver = SessionDriver.selling()
        driver.bytes([0x10, 0x06, 0x10, 0x06])
        driver.reader(.financeAnswer(.sale, .success, .approved))
        #expect(driver.events().count == 1)
    }
}

@Suite("A signature on a HEFT reader")
struct HeftSessionSignatureTests {
    private static func asked() -> SessionDriver {
        var driver = SessionDriver.selling()
        let xml = XMLText(MarkupNode("SignatureRequiredRequest", children: [MarkupNode("timeout", text: "90")]))
        driver.reader(.signatureRequest(SignatureRequest(receipt: Array("<p>".utf8), xml: xml)))
        return driver
    }

    @Test(
        "the verdict reaches the wire as it was given",
        arguments: [
            (SignatureVerdict.accepted, Status.success), (.declined, .invalidSignature),
        ])
    func verdict(verdict: SignatureVerdict, status: Status) {
        var driver = Self.asked()
        #expect(driver.events() == [.signatureRequested(id: 1, receipt: "<p>", secondsLeft: 90)])
        driver.command(.answerSignature(id: 1, verdict))
        #expect(driver.take().sent == [.signatureAnswer(status)])
    }

    @Test("a late verdict is never kept for the next request")
    func latched() {
        var driver = Self.asked()
        driver.wait(.seconds(89))
        #expect(driver.events().last == .signatureWithdrawn(id: 1))
        driver.command(.answerSignature(id: 1, .accepted))
        #expect(driver.take().sent == [])
        driver.command(.answerSignature(id: 1, .unanswered))
        #expect(driver.take().sent == [.signatureAnswer(.processingError)])
        driver.command(.answerSignature(id: 1, .accepted))
        driver.command(.answerSignature(id: 2, .accepted))
        #expect(driver.take().sent == [])
    }

    @Test("a request without a time-out has 90 seconds")
    func defaultTime() {
        var driver = SessionDriver.selling()
        driver.reader(.signatureRequest(SignatureRequest(receipt: [], xml: XMLText(bytes: []))))
        #expect(driver.events() == [.signatureRequested(id: 1, receipt: "", secondsLeft: 90)])
    }

    @Test("an answer in the middle withdraws the request")
    func withdrawn() {
        var driver = Self.asked()
        _ = driver.take()
        driver.reader(.financeAnswer(.sale, .processingError, .with(.cancelled, "CANCELLED")))
        #expect(driver.events().first == .signatureWithdrawn(id: 1))
    }
}

extension XMLText {
    static func event(_ text: String, cancel: String?) -> XMLText {
        var fields = [MarkupNode("StatusMessage", text: text)]
        if let cancel { fields.append(MarkupNode("CancelAllowed", text: cancel)) }
        return XMLText(MarkupNode("EventInfoResponse", children: fields))
    }
}
