import Acquirer
import Payments
import TestKit
import Testing

@Suite("The acquirer on the wire")
struct AcquirerWireTests {
    private let request = AcquirerRequest(
        kind: .sale, amount: 1050, currency: 978, customerReference: "04HMASW9NF6Y7G28T5CY4TQK8", id: "a",
        serialNumber: "000123400123")

    @Test("a request is answered however its bytes are cut, and only once")
    func everySplit() throws {
        let bytes = request.httpPost(host: "127.0.0.1", port: 80)
        for cut in 1..<bytes.count {
            var conversation = AcquirerConversation(desk())
            let early = conversation.receive(Array(bytes[..<cut]))
            #expect(early == nil)
            let received = conversation.receive(Array(bytes[cut...]))
            let answer = try #require(received)
            #expect(AcquirerAnswer(httpAnswer: answer)?.finStatus == .authorised)
            let again = conversation.receive(bytes)
            #expect(again == nil)
        }
    }

    @Test(
        "what is no request is refused and not decided on",
        arguments: [
            ("GET / HTTP/1.1\r\n\r\n", "400"), ("POST / HTTP/1.1\r\n\r\n", "411"),
            ("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "411"),
            ("POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n", "413"),
            ("POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}", "400"),
            ("POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\n{", "400"), (String(repeating: "x", count: 9000), "431"),
        ])
    func refused(text: String, status: String) throws {
        let desk = desk()
        var conversation = AcquirerConversation(desk)
        let received = conversation.receive(Array(text.utf8))
        let answer = try #require(received)
        #expect(String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 \(status) "))
        #expect(AcquirerAnswer(httpAnswer: answer) == nil)
        #expect(desk.ledger.isEmpty)
    }

    @Test(
        "a request with a field missing or wrong is none",
        arguments: ["type", "amount", "currency", "id"])
    func incomplete(field: String) {
        let others = request.json.members.filter { $0.name != field }
        #expect(AcquirerRequest(.object(others)) == nil)
        #expect(AcquirerRequest(.object(others + [.init(field, true)])) == nil)
    }

    @Test(
        "what only the cloud may ask is none",
        arguments: ["MOTO_SALE", "MOTO_REFUND", "MOTO_REVERSAL", "TIP_ADJUSTMENT"])
    func cloudOnly(kind: String) {
        let others = request.json.members.filter { $0.name != "type" }
        #expect(AcquirerRequest(.object(others + [.init("type", .string(kind)), .init("originalId", "b")])) == nil)
    }

    @Test("request and answer come back from their JSON")
    func roundTrip() {
        let answer = AcquirerAnswer(
            finStatus: .partialApproval, authorisationCode: "01234", authorisedAmount: 5, statusMessage: "Part")
        #expect(AcquirerRequest(request.json) == request)
        #expect(AcquirerAnswer(answer.json) == answer)
    }

    @Test("an answer without headers is one too")
    func noHeaders() {
        let bare = Array("HTTP/1.1 200 OK\r\n\r\n{\"finStatus\":\"DECLINED\",\"authorisedAmount\":0}".utf8)
        #expect(AcquirerAnswer(httpAnswer: bare)?.finStatus == .declined)
        for cut in 0..<bare.count { #expect(AcquirerAnswer(httpAnswer: Array(bare[..<cut])) == nil) }
    }

    @Test("a decision is a line of the ledger file before it is answered")
    func ledgerFile() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/ledger.jsonl"
        let desk = AcquirerDesk(mind: AcquirerMind(seed: 1), clock: VirtualClock(), file: try LedgerFile(path: path))
        _ = desk.decide(request)
        #expect(
            try readFile(path) == """
                {"at":"2026-03-10T10:16:10.000Z","id":"a","type":"SALE","amount":1050,"currency":"EUR",\
                "finStatus":"AUTHORISED","transactionReference":"01234567-89ab-4cde-8f01-23456789abcd",\
                "customerReference":"04HMASW9NF6Y7G28T5CY4TQK8","serialNumber":"000123400123",\
                "authorisationCode":"51226"}

                """)
    }

    @Test("what can't be written to the ledger is not decided")
    func fullDisk() throws {
        let file = try LedgerFile(path: "/dev/full")
        let desk = AcquirerDesk(mind: AcquirerMind(seed: 1), clock: VirtualClock(), file: file)
        var conversation = AcquirerConversation(desk)
        let received = conversation.receive(request.httpPost(host: "h", port: 1))
        let answer = try #require(received)
        #expect(String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 503"))
        #expect(desk.ledger.isEmpty)
    }

    private func desk() -> AcquirerDesk { AcquirerDesk(mind: AcquirerMind(seed: 1), clock: VirtualClock()) }
}
