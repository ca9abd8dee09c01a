import Crypto
import Gateways
import Payments
import Ports
import Testing
import Time

@Suite("Handpoint's cloud: what is asked, and what is understood")
struct HandpointCloudTests {
    private let reference = TransactionReference(random: [UInt8](repeating: 7, count: 16))
    private let guid = "5f0c2b10-e896-11f0-9d57-9b6b0f0a2c01"

    private func key() throws -> Secret { try Secret(copying: Array("cloud-key".utf8)) }

    // MARK: Addresses

    @Test("the vendor's name stands for its three hosts, any other address for everything")
    func hosts() throws {
        let real = try #require(HandpointCloud(url: "https://cloud.handpoint.com/"))
        let status = try #require(real.request(for: .status(reference), key: try key()))
        #expect(status.url == "https://transactions.handpoint.com/transactions/\(reference.text)/status")
        let feed = real.request(
            for: .feed(
                serialNumber: "000123400123", from: WallTime(milliseconds: 0), to: WallTime(milliseconds: 86_400_000)),
            key: try key())
        #expect(
            feed?.url == "https://txnfeed.handpoint.com/transactions?terminal_serial_number=000123400123"
                + "&from=19700101000000&to=19700102000000")
        let sandbox = try #require(HandpointCloud(url: "http://127.0.0.1:8080"))
        #expect(
            sandbox.request(for: .reverse(eftTransactionID: guid), key: try key())?.url
                == "http://127.0.0.1:8080/reversal")
    }

    @Test(
        "plain HTTP goes to this machine only, and an address is nothing but host and port",
        arguments: [
            "http://cloud.handpoint.com", "ftp://127.0.0.1", "https://", "cloud.handpoint.com", "",
            "https://a.example/path", "https://user@a.example", "https://a.example?x", "http://127.0.0.1.example",
        ])
    func refused(url: String) { #expect(HandpointCloud(url: url) == nil) }

    @Test("the key travels in its own header, by the name that each host wants")
    func keys() throws {
        let cloud = try #require(HandpointCloud(url: "https://cloud.handpoint.io"))
        #expect(cloud.request(for: .status(reference), key: try key())?.key?.name == "ApiKeyCloud")
        let feed = CloudQuestion.feed(
            serialNumber: "1", from: WallTime(milliseconds: 0), to: WallTime(milliseconds: 1))
        #expect(cloud.request(for: feed, key: try key())?.key?.name == "Authorization")
        let reversal = try #require(cloud.request(for: .reverse(eftTransactionID: guid), key: try key()))
        #expect(reversal.method == .post)
        #expect(
            String(decoding: reversal.body, as: UTF8.self)
                == #"{"originalGuid":"\#(guid)","messageReasonCode":"TIMEOUT_WAITING_FOR_RESPONSE"}"#)
    }

    // MARK: Transactions

    private func read(_ status: Int, _ body: String, _ question: CloudQuestion? = nil) -> CloudFinding {
        HandpointCloud.read(
            HTTPAnswer(status: status, body: Array(body.utf8)), to: question ?? .status(reference))
    }

    @Test("a transaction has its amounts in minor units, its time in either form, and no token and no card number")
    func transaction() throws {
        let body = """
            {"finStatus":"AUTHORISED","type":"SALE","requestedAmount":1410,"totalAmount":1410,"currency":"GBP",
             "efttransactionID":"\(guid)","efttimestamp":"20260103101530187","transactionReference":"\(reference.text)",
             "maskedCardNumber":"************1111","unMaskedPan":"4111111111111111","cardToken":"T1",
             "customerReference":"TABLE-7","balance":null,"tipAmount":0,"deviceStatus":{"serialNumber":"0821000001"}}
            """
        guard case .transactions(let list) = read(200, body), let first = list.first else {
            Issue.record("not understood")
            return
        }
        #expect(list.count == 1)
        #expect(first.reference == reference)
        #expect(first.serialNumber == "0821000001")
        #expect(first.result.requestedAmount == 1410)
        #expect(first.result.authorisedAmount == 1410)
        #expect(first.result.eftTimestamp == "20260103101530")
        #expect(first.result.cardToken == nil)
        #expect(!"\(first)".contains("4111111111111111"))
    }

    @Test("a time in milliseconds is the same time")
    func milliseconds() {
        let body = #"{"finStatus":"AUTHORISED","efttimestamp":1767435330187}"#
        guard case .transactions(let list) = read(200, body) else {
            Issue.record("not understood")
            return
        }
        #expect(list.first?.result.eftTimestamp == "20260103101530")
    }

    @Test("an unknown reference is answered in two ways, and a stranger's 404 is none of them")
    func unknown() {
        #expect(read(404, #"{"error":{"statusCode":404,"name":"NotFoundError"}}"#) == .transactions([]))
        #expect(read(200, "[]") == .transactions([]))
        #expect(read(404, "<html>nginx</html>") == .trouble(.status(404)))
        #expect(read(404, "{}") == .trouble(.status(404)))
    }

    @Test(
        "nothing is concluded from anything else",
        arguments: [
            (500, "{}", CloudTrouble.status(500)), (200, "<html>", .unreadable),
            (200, #"{"finStatus":"AUTH"#, .unreadable),
            (200, "", .unreadable), (200, "7", .unreadable), (200, #"[{"finStatus":7}]"#, .unreadable),
            (409, "{}", .status(409)), (403, "{}", .keyRefused), (401, "", .keyRefused), (302, "", .status(302)),
        ])
    func trouble(status: Int, body: String, expected: CloudTrouble) {
        #expect(read(status, body) == .trouble(expected))
    }

    @Test("a half, a wrong or a huge amount counts as not given", arguments: ["14.10", "\"1410\"", "1e99", "null"])
    func amounts(text: String) {
        guard case .transactions(let list) = read(200, #"{"finStatus":"AUTHORISED","requestedAmount":\#(text)}"#) else {
            Issue.record("not understood")
            return
        }
        #expect(list.first?.result.requestedAmount == nil)
        #expect(list.first?.result.authorisedAmount == nil)
    }

    // MARK: Reversals

    @Test("undone is undone: now, or since earlier")
    func reversed() {
        let done = #"{"issuerResponseCode":"00","originalGuid":"\#(guid.uppercased())","reversalGuid":"R1"}"#
        #expect(read(200, done, .reverse(eftTransactionID: guid)) == .reversed(id: "R1"))
        let earlier = #"{"error":{"statusCode":400,"details":{"errorCode":3051,"httpStatus":409}}}"#
        #expect(read(400, earlier, .reverse(eftTransactionID: guid)) == .reversed(id: nil))
    }

    @Test("a refusal has its code, and another transaction's reversal is none")
    func notReversed() {
        let question = CloudQuestion.reverse(eftTransactionID: guid)
        let settled = #"{"error":{"statusCode":400,"details":{"errorCode":3052}}}"#
        #expect(read(400, settled, question) == .notReversed(code: "3052"))
        #expect(
            read(200, #"{"issuerResponseCode":"05","originalGuid":"\#(guid)"}"#, question) == .notReversed(code: "05"))
        #expect(
            read(200, #"{"issuerResponseCode":"00","originalGuid":"other"}"#, question) == .trouble(.unreadable))
        #expect(read(200, #"{"originalGuid":"\#(guid)"}"#, question) == .trouble(.unreadable))
        #expect(read(404, "{}", question) == .trouble(.status(404)))
    }
}
