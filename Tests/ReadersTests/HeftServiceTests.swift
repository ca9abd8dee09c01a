import Heft
import Markup
import Payments
import TestKit
import Testing
import Time

@testable import Readers

@Suite("What a reader does besides payments (H14 to H16)")
struct HeftServiceTests {
    private static let vectors = Vectors.frames("Tests/HeftTests/Golden/heft.txt")

    private func frames(_ name: String) -> [[UInt8]] { Self.vectors.first { $0.name == name }?.frames ?? [] }

    private func serving(_ service: ReaderService) -> SessionDriver {
        var driver = SessionDriver.ready()
        driver.command(.serve(service))
        _ = driver.take()
        return driver
    }

    @Test("fetching the log sends V26, V26a is the text and V26b says that there is none")
    func log() {
        var driver = serving(.fetchLog)
        #expect(driver.sentBytes.last == frames("V26").first)
        for frame in frames("V26a") { driver.bytes(frame) }
        #expect(driver.events() == [.served(.log("line 1\r\nline 2\r\n"))])
        driver = serving(.fetchLog)
        for frame in frames("V26b") { driver.bytes(frame) }
        #expect(driver.events() == [.served(.logEmpty)])
    }

    @Test("an update that ends in V24 is about to restart; the answer is acknowledged at once")
    func restarting() {
        var driver = serving(.update)
        for frame in frames("V24") { driver.bytes(frame) }
        #expect(driver.events() == [.served(.updated(restarting: true))])
        #expect(driver.sentBytes.last == LinkControl.ack.bytes)
    }

    @Test(
        "an update is done only where it says so",
        arguments: [
            (
                Packet.financeAnswer(.update, .success, .with(.processed, "PROCESSED")),
                ReaderServiceResult.updated(restarting: false)
            ),
            (.financeAnswer(.update, .success, .with(.notProcessed, "FAILED")), .refused(statusCode: 1)),
            (.financeAnswer(.update, .connectError, nil), .refused(statusCode: 7)),
        ])
    func updated(answer: Packet, result: ReaderServiceResult) {
        var driver = serving(.update)
        driver.reader(answer)
        #expect(driver.events() == [.served(result)])
    }

    @Test("scanning sends V27, V27a is a code, and V27b is the end")
    func scan() {
        var driver = serving(.scan(ScanOptions()))
        #expect(driver.sentBytes.last == frames("V27").last)
        for frame in frames("V27a") { driver.bytes(frame) }
        #expect(driver.events() == [.scanned(code: "5012345678900")])
        for frame in frames("V27b") { driver.bytes(frame) }
        #expect(driver.events() == [.served(.scannerOff)])
    }

    @Test("a scanner is stopped by I010 although no event allowed it")
    func stop() {
        var driver = serving(.scan(ScanOptions()))
        driver.command(.cancel)
        #expect(driver.take().sent == [.idle])
        driver.bytes(LinkControl.ack.bytes)
        driver.reader(.idleAnswer(.success, nil))
        #expect(driver.events() == [])
        driver.reader(.xmlCommandAnswer(.posCancelled, nil))
        #expect(driver.events() == [.served(.scannerOff)])
        #expect(driver.session.phase == .ready)
    }

    @Test("a reader without a scanner says so")
    func noScanner() {
        var driver = serving(.scan(ScanOptions()))
        driver.reader(.xmlCommandAnswer(.scannerNotSupported, nil))
        #expect(driver.events() == [.served(.refused(statusCode: 0x2F))])
    }

    @Test("a scanner may be silent for as long as it was told to wait")
    func patience() {
        var driver = serving(.scan(ScanOptions(timeoutSeconds: 3600)))
        driver.wait(.seconds(3600))
        #expect(driver.take().sent == [])
        driver.wait(.seconds(60))
        #expect(driver.take().sent == [.idle])
    }

    @Test("level and clearing are one byte, none, and a status")
    func level() {
        var driver = serving(.setLogLevel(.debug))
        driver.reader(.setLogLevelAnswer(.success))
        #expect(driver.events() == [.served(.levelSet(.debug))])
        driver.command(.serve(.clearLog))
        #expect(driver.take().sent == [.clearLog])
        driver.reader(.clearLogAnswer(.commandNotAllowed))
        #expect(driver.events() == [.served(.refused(statusCode: 4))])
    }

    @Test("the log's level at the start is the one that is kept")
    func firstLevel() {
        var driver = SessionDriver()
        driver.session = HeftSession(identity: .init(name: "till", version: "1.0"), logLevel: .error)
        driver.command(.initialise(clock: SessionDriver.clock))
        _ = driver.take()
        driver.reader(.initialiseAnswer(.success, .sample()))
        #expect(driver.take().sent == [.setLogLevel(1)])
    }

    @Test("an answer that can't be read ends the service")
    func malformed() {
        var driver = serving(.fetchLog)
        driver.reader(.other(Message(.fetchLogAnswer, status: .success, payload: [0, 0, 0, 9, 1])))
        #expect(driver.events().last == .served(.refused(statusCode: 0)))
        #expect(driver.session.phase == .ready)
    }

    @Test(
        "a late result of a payment is booked, not dropped",
        arguments: [ReaderService.update, .fetchLog, .scan(ScanOptions())])
    func late(service: ReaderService) {
        var driver = serving(service)
        let before = driver.sentBytes.count
        driver.reader(.financeAnswer(.sale, .success, .approved))
        guard case .recovered(let reading)? = driver.events().first else {
            Issue.record("not recovered")
            return
        }
        #expect(reading.outcome == .approved)
        #expect(driver.sentBytes.count == before)
        driver.command(.acknowledgeResult)
        #expect(driver.sentBytes.last == LinkControl.ack.bytes)
    }

    @Test("a link that ends under a service says nothing of money")
    func lost() {
        var driver = serving(.update)
        driver.feed(.linkClosed)
        #expect(driver.events() == [.closed(.linkLost)])
    }
}

@Suite("Keeping a card without a sale (H7)")
struct HeftTokenisingTests {
    private static let vectors = Vectors.frames("Tests/HeftTests/Golden/heft.txt")

    private func request(_ reference: String) -> ReaderRequest {
        ReaderRequest(.tokenise, money: .nothing, customerReference: reference)
    }

    private func tokenising() -> SessionDriver {
        var driver = SessionDriver.ready()
        driver.command(.start(request("")))
        _ = driver.take()
        return driver
    }

    private func outcome(_ status: Status, _ fields: [String: String]?) -> ReaderReading? {
        var driver = tokenising()
        let nodes = fields?.sorted { $0.key < $1.key }.map { MarkupNode($0.key, text: $0.value) }
        driver.reader(
            .tokeniseAnswer(status, nodes.map { XMLText(MarkupNode("CardTokenizationResponse", children: $0)) }))
        guard case .finished(let reading)? = driver.events().last else { return nil }
        return reading
    }

    @Test("V28 goes out, V28a is the token, acknowledged once it is written down")
    func golden() {
        var driver = tokenising()
        let frames = { name in Self.vectors.first { $0.name == name }?.frames ?? [] }
        #expect(driver.sentBytes.last == frames("V28").last)
        let before = driver.sentBytes.count
        for frame in frames("V28a") { driver.bytes(frame) }
        guard case .finished(let reading)? = driver.events().last else {
            Issue.record("not finished")
            return
        }
        #expect(reading.outcome == .approved && reading.result.cardToken == "ABC")
        #expect(reading.result.authorisedAmount == nil && reading.result.type == "TOKENIZE_CARD")
        #expect(driver.sentBytes.count == before)
        driver.command(.acknowledgeResult)
        #expect(driver.sentBytes.count == before + 1)
    }

    @Test("the guid stands in for the transaction's id, and a reference is sent along")
    func fields() {
        #expect(
            outcome(.success, ["FinancialStatus": "PROCESSED", "CardTokenizationGuid": "4c28"])?.result.eftTransactionID
                == "4c28")
        var driver = SessionDriver.ready()
        driver.command(.start(request("TABLE 7")))
        guard case .tokenise(let xml)? = driver.take().sent.first else {
            Issue.record("no F080")
            return
        }
        #expect((try? xml.parsed())?["CustomerReference"] == "TABLE 7")
    }

    @Test(
        "no money can have moved, so nothing is unknown",
        arguments: [
            (Status.success, "AUTHORISED", Outcome.approved), (.success, "DECLINED", .declined),
            (.posCancelled, "CANCELLED", .cancelled), (.userCancelled, "", .cancelled),
            (.success, "", .failed), (.receivingError, "AUTHORISED", .failed), (.sharedSecretInvalid, "", .failed),
        ])
    func outcomes(status: Status, word: String, expected: Outcome) {
        let reading = outcome(status, word.isEmpty ? nil : ["FinancialStatus": word])
        #expect(reading?.outcome == expected)
        #expect(reading?.secretRefused == (status == .sharedSecretInvalid))
    }

    @Test("a lost answer is a failure")
    func lost() {
        var driver = tokenising()
        driver.feed(.linkClosed)
        guard case .finished(let reading)? = driver.events().first else {
            Issue.record("not finished")
            return
        }
        #expect(reading.outcome == .failed && reading.result.finStatus == "FAILED")
    }
}

@Suite("For which of a merchant's contracts a payment is (H5)")
struct AgreementTests {
    private func xml(_ operation: PaymentIntent.Operation, _ credentials: [String]) -> String {
        var driver = SessionDriver.ready()
        driver.command(
            .start(
                ReaderRequest(
                    operation, money: Money(minorUnits: 1000, currency: .pounds), customerReference: "T",
                    merchantAuth: credentials.compactMap(MerchantCredential.init))))
        guard case .finance(_, let request?)? = driver.take().sent.first, let xml = request.xml else { return "" }
        return String(decoding: xml.bytes, as: UTF8.self)
    }

    @Test("each contract is a credential in the wire's own words; what is empty is left out")
    func credentials() {
        let text = xml(.sale, ["INTERAC:M1:T1", "POSTBRIDGE::T2"])
        #expect(
            text.contains(
                "<agreement><credential><acquirer>TNS</acquirer><mid>M1</mid><tid>T1</tid></credential>"
                    + "<credential><acquirer>PostBridge</acquirer><tid>T2</tid></credential></agreement>"))
    }

    @Test("without one there is no agreement")
    func none() {
        #expect(!xml(.refund, []).contains("agreement"))
    }
}
