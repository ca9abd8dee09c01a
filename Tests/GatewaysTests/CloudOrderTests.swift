import Crypto
import Gateways
import Payments
import Ports
import TestKit
import Testing
import Time

@Suite("Handpoint's cloud: orders, and what their answers mean")
struct CloudOrderTests {
    private let reference = TransactionReference(random: [UInt8](repeating: 7, count: 16))
    private let guid = "0b9f6e60-e898-11f0-8d3e-35d2a1c0ffee"
    private let original = OriginalTransaction(
        reference: TransactionReference(random: [UInt8](repeating: 8, count: 16)),
        eftTransactionID: "0b9f6e60-e898-11f0-8d3e-35d2a1c0ffee")
    private let euros = Money(minorUnits: 1000, currency: .euro)

    private func order(_ original: OriginalTransaction? = nil) -> MotoOrder {
        MotoOrder(reference: reference, money: euros, original: original, customerReference: "TABLE-7")
    }

    private func secret(_ text: String) throws -> Secret { try Secret(copying: Array(text.utf8)) }

    private func request(_ question: CloudQuestion, _ url: String, secret text: String? = nil) throws -> HTTPRequest {
        let cloud = try #require(HandpointCloud(url: url))
        return try #require(cloud.request(for: question, key: try secret("cloud-key"), secret: try text.map(secret)))
    }

    private func body(_ question: CloudQuestion, secret: String? = nil) throws -> String {
        String(decoding: try request(question, "http://127.0.0.1:1", secret: secret).body, as: UTF8.self)
    }

    private func read(_ status: Int, _ body: String, _ question: CloudQuestion) -> CloudFinding {
        HandpointCloud.read(HTTPAnswer(status: status, body: Array(body.utf8)), to: question)
    }

    // MARK: Tips

    @Test("a tip is asked for in major units")
    func tipRequest() throws {
        let tip = CloudQuestion.tip(eftTransactionID: guid, Money(minorUnits: 250, currency: .dinar))
        let sent = try request(tip, "https://cloud.handpoint.com")
        #expect(sent.url == "https://cloud.handpoint.com/transactions/\(guid)/tip-adjustment")
        #expect(sent.key?.name == "ApiKeyCloud")
        #expect(String(decoding: sent.body, as: UTF8.self) == #"{"amount":"0.250"}"#)
    }

    @Test("what the answer to a tip means")
    func tipAnswers() {
        let tip = CloudQuestion.tip(eftTransactionID: guid, euros)
        #expect(read(200, #"{"statusMessage":"tip adjusted"}"#, tip) == .tip(.authorised))
        #expect(read(400, #"{"error":{"statusCode":400,"message":"Invalid guid [x]"}}"#, tip) == .tip(.failed))
        #expect(
            read(400, #"{"error":{"statusCode":400,"details":{"httpStatus":403}}}"#, tip) == .tip(.declined))
        #expect(
            read(400, #"{"error":{"statusCode":400,"details":{"errorCode":3051,"httpStatus":409}}}"#, tip)
                == .tip(.failed))
    }

    @Test(
        "nothing is concluded from anything else about a tip",
        arguments: [
            (200, "{}", CloudTrouble.unreadable), (200, "<html>", .unreadable), (500, "{}", .status(500)),
            (409, #"{"error":{"statusCode":409}}"#, .status(409)), (404, "<html>", .status(404)),
            (403, "{}", .keyRefused),
        ])
    func tipTrouble(status: Int, body: String, expected: CloudTrouble) {
        #expect(read(status, body, .tip(eftTransactionID: guid, euros)) == .trouble(expected))
    }

    /// 2026-01-03 10:15:30Z
    private var oldTip: CloudQuestion {
        .oldTip(eftTransactionID: guid, minorUnits: 250, at: WallTime(milliseconds: 1_767_435_330_187))
    }

    @Test("the older service gets the recorded body, with its proof by the secret's digits")
    func oldTipRequest() throws {
        let sent = try request(
            oldTip, "https://cloud.handpoint.io",
            secret: "0102030405060708091011121314151617181920212223242526272829303132")
        #expect(sent.url == "https://apitest.handpoint.com/sdk/financial/v1/tipadjustment/")
        #expect(sent.key == nil)
        #expect(
            String(decoding: sent.body, as: UTF8.self)
                == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tipadjustment>\n\t<originalGuid>\(guid)</originalGuid>\n"
                + "\t<tipAmount>250</tipAmount>\n\t<timestamp>2026-01-03 10:15:30 +0000</timestamp>\n</tipadjustment>")
        #expect(sent.headers["hmac"] == "6eC1OhPpzdmDOfVIVTfDvywAyiBbT84sDKePpY4Hn/w=")
    }

    @Test("the older service answers by its HTTP status alone")
    func oldTipAnswers() {
        #expect(read(200, "", oldTip) == .tip(.authorised))
        #expect(read(403, "", oldTip) == .tip(.declined))
        #expect(read(401, "", oldTip) == .tip(.failed))
        #expect(read(500, "", oldTip) == .trouble(.status(500)))
    }

    // MARK: Reversals

    @Test("an undone payment says why")
    func undo() throws {
        #expect(
            try body(.undo(eftTransactionID: guid))
                == #"{"originalGuid":"\#(guid)","messageReasonCode":"CUSTOMER_CANCELLATION"}"#)
        let done = #"{"issuerResponseCode":"00","originalGuid":"\#(guid)","reversalGuid":"R1"}"#
        #expect(read(200, done, .undo(eftTransactionID: guid)) == .reversed(id: "R1"))
    }

    // MARK: Without a card

    @Test("a sale has the token in its body, and nothing of it in the question")
    func motoSaleRequest() throws {
        let question = CloudQuestion.motoSale(order())
        #expect(
            try body(question, secret: "VT-1")
                == #"{"cardToken":"VT-1","amount":"10.00","currency":"EUR","transactionReference":"\#(reference.text)","#
                + #""customerReference":"TABLE-7","channel":"MO"}"#)
        #expect(!"\(question)".contains("VT-1"))
    }

    @Test("a refund names its original or a token, never both; a reversal its original")
    func motoOthers() throws {
        let refund = try body(.motoRefund(order(original)), secret: "VT-1")
        #expect(refund.contains(#""originalGuid":"\#(guid)""#) && !refund.contains("VT-1"))
        #expect(
            try body(.motoReversal(order(original)))
                == #"{"originalGuid":"\#(guid)","amount":"10.00","currency":"EUR"}"#)
    }

    private func answer(_ change: String = "", code: String = "00", type: String = #""@type":"sale""#) -> String {
        #"{\#(type),"httpStatus":200,"guid":"G1","approvalCode":"204511","issuerResponseCode":"\#(code)","#
            + #""retrievalReferenceNumber":"0000511","amount":"10.00","currency":"EUR","maskedCardNumber":"***1111""#
            + change + "}"
    }

    private func booked(_ finding: CloudFinding) -> TransactionResult? {
        if case .booked(let transaction) = finding { transaction.result } else { nil }
    }

    @Test("a decided sale is booked in minor units")
    func motoAnswer() {
        let result = booked(read(200, answer(), .motoSale(order())))
        #expect(result?.finStatus == "AUTHORISED" && result?.authorisedAmount == 1000 && result?.type == "MOTO_SALE")
        #expect(result?.eftTransactionID == "G1" && result?.authorisationCode == "204511")
        let declined = booked(read(200, answer(code: "05"), .motoSale(order())))
        #expect(declined?.finStatus == "DECLINED" && declined?.authorisedAmount == nil)
        let refund = answer(type: #""@type":"refund""#)
        #expect(booked(read(200, refund, .motoRefund(order(original))))?.type == "MOTO_REFUND")
    }

    @Test("what was not asked for in just this way is no answer")
    func motoStrangers() {
        let question = CloudQuestion.motoSale(order())
        let strange = [
            answer(#","transactionReference":"\#(original.reference.text)""#), answer(type: #""@type":"refund""#),
            answer().replacing("10.00", with: "1000"), answer().replacing("EUR", with: "USD"),
            answer().replacing("\"guid\"", with: "\"id\""),
        ]
        for body in strange { #expect(read(200, body, question) == .trouble(.unreadable)) }
        let ours = answer(#","transactionReference":"\#(reference.text.uppercased())""#)
        #expect(booked(read(200, ours, question)) != nil)
    }

    @Test("a refusal has its code; a failure on the way says nothing")
    func motoRefused() {
        let question = CloudQuestion.motoSale(order())
        #expect(
            read(400, #"{"error":{"details":{"errorCode":5252,"httpStatus":404}}}"#, question) == .refused(code: "5252")
        )
        #expect(
            read(422, #"{"error":{"statusCode":422,"code":"VALIDATION_FAILED","details":[]}}"#, question)
                == .refused(code: "VALIDATION_FAILED"))
        #expect(
            read(400, #"{"error":{"details":{"httpStatus":408,"reason":"x"}}}"#, question) == .trouble(.status(400)))
        #expect(read(500, "{}", question) == .trouble(.status(500)))
    }

    @Test("a reversal without a card names itself")
    func motoReversal() {
        let question = CloudQuestion.motoReversal(order(original))
        let done = answer(type: #""type":"motoReversalResponse""#)
        #expect(read(200, done, question) == .reversed(id: "G1"))
        #expect(read(200, answer(), question) == .trouble(.unreadable))
        #expect(read(400, #"{"error":{"details":{"errorCode":3051}}}"#, question) == .reversed(id: nil))
        #expect(read(400, #"{"error":{"details":{"errorCode":3109}}}"#, question) == .notReversed(code: "3109"))
    }
}
