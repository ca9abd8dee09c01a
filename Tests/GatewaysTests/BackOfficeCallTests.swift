import Crypto
import Gateways
import Ports
import Testing

@Suite("Handpoint's cloud: batches and tokens (H27)")
struct BackOfficeCallTests {
    private let batch = BatchName(serialNumber: "000123400123", deviceType: "HILITE", number: 17)

    private func secret(_ text: String) throws -> Secret { try Secret(copying: Array(text.utf8)) }

    private func request(_ call: BackOfficeCall) throws -> HTTPRequest {
        try #require(HandpointCloud(url: "http://127.0.0.1:1")).request(for: call, key: try secret("K"))
    }

    private func read(_ status: Int, _ body: String, _ call: BackOfficeCall) -> BackOfficeAnswer {
        HandpointCloud.read(HTTPAnswer(status: status, body: Array(body.utf8)), to: call)
    }

    @Test("a batch is named by reader, kind of reader and number; the open one has none")
    func requests() throws {
        let summary = try request(.batchSummary(batch))
        #expect(summary.url == "http://127.0.0.1:1/batch/summary" && summary.key?.name == "ApiKeyCloud")
        #expect(
            String(decoding: summary.body, as: UTF8.self)
                == #"{"serialNumber":"000123400123","deviceType":"HILITE","batchNumber":"17"}"#)
        var open = batch
        open.number = nil
        #expect(!String(decoding: try request(.closeBatch(open)).body, as: UTF8.self).contains("batchNumber"))
        let next = try request(.batchDetail(batch, after: "0000511000005"))
        #expect(String(decoding: next.body, as: UTF8.self).contains(#""retrievalReferenceNumber":"0000511000005""#))
        #expect(try request(.token(eftTransactionID: "a/b")).url == "http://127.0.0.1:1/transactions/a%2Fb/token")
    }

    @Test("what the cloud says of a batch")
    func batches() {
        let body = """
            {"batchNumber":"17","transactionCount":"10","netAmount":"1000.00","closedAt":"20260103101542187",
             "issuerResponseCode":"00","batchStatus":"CLOSED","batchDetailGuid":"g","details":[
             {"transactionType":"SALE","amount":"14.10","retrievalReferenceNumber":"0000511000042",
              "batchDetailElementGuid":"e"}]}
            """
        guard case .batch(let report) = read(200, body, .batchDetail(batch, after: nil)) else {
            Issue.record("not understood")
            return
        }
        #expect(report.number == "17" && report.transactionCount == "10" && report.netAmount == "1000.00")
        #expect(report.closedAt == "2026-01-03T10:15:42" && report.status == "CLOSED")
        #expect(report.transactions.first?.amount == "14.10")
        #expect(report.transactions.first?.retrievalReference == "0000511000042")
    }

    @Test("a token comes as a secret")
    func token() throws {
        let call = BackOfficeCall.token(eftTransactionID: "g")
        #expect(read(200, #"{"cardToken":"VT-1"}"#, call) == .token(try secret("VT-1")))
        #expect(!"\(read(200, #"{"cardToken":"VT-1"}"#, call))".contains("VT-1"))
        #expect(read(200, #"{"cardToken":""}"#, call) == .trouble(.unreadable))
    }

    @Test("a refusal has the gateway's word or number; anything else says nothing")
    func refusals() {
        let call = BackOfficeCall.closeBatch(batch)
        #expect(
            read(400, #"{"error":{"statusCode":400,"code":"NO_TRANSACTIONS"}}"#, call)
                == .refused(code: "NO_TRANSACTIONS"))
        let deep = #"{"error":{"details":{"body":{"error":{"errorCode":3112}}}}}"#
        #expect(read(400, deep, .token(eftTransactionID: "g")) == .refused(code: "3112"))
        #expect(read(500, "{}", call) == .trouble(.status(500)))
        #expect(read(200, "<html>", call) == .trouble(.unreadable))
        #expect(read(200, "{}", call) == .trouble(.unreadable))
        #expect(read(403, "{}", call) == .trouble(.keyRefused))
    }
}
