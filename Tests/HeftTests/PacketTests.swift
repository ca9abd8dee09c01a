import Heft
import Markup
import TestKit
import Testing
import Time
import Wire

@Suite("Packets")
struct PacketTests {
    @Test("every vector says what it should", arguments: VectorTests.vectors)
    func decodes(_ vector: FrameVector) throws {
        guard let expected = Self.expected[vector.name] else { return }
        #expect(try Packet(Message(bytes: vector.message)) == expected)
    }

    @Test("I000 carries the reader's clock and XML behind a declaration and a line break")
    func initialise() throws {
        let vector = try #require(VectorTests.vectors.first { $0.name == "V3" })
        let children = [
            MarkupNode("ComBufSize", text: "200"), MarkupNode("SDKName", text: "iOS"),
            MarkupNode("SDKVersion", text: "4.0.2"), MarkupNode("PostEnabled", text: "1"),
        ]
        let request = InitialiseRequest(
            clock: CivilTime(year: 2026, month: 3, day: 10, hour: 10, minute: 16, second: 10),
            xml: XMLText(MarkupNode("InitRequest", children: children), declaration: .withLineBreak))
        #expect(Packet.initialise(request).message.bytes == vector.message)
    }

    @Test("a sale's XML follows the declaration at once")
    func sale() throws {
        let vector = try #require(VectorTests.vectors.first { $0.name == "V6" })
        let node = MarkupNode(
            "FinancialTransactionRequest", children: [MarkupNode("CustomerReference", text: "ORDER-123")])
        let request = FinanceRequest(
            currency: 978, amount: 0x0010_1010, xml: XMLText(node, declaration: .withoutLineBreak))
        #expect(Packet.finance(.sale, request).message.bytes == vector.message)
    }

    @Test("a void names its original")
    func saleVoid() throws {
        let vector = try #require(VectorTests.vectors.first { $0.name == "V8" })
        guard case .finance(.saleVoid, let request?) = try Packet(Message(bytes: vector.message)) else {
            Issue.record("not a void")
            return
        }
        #expect(request.transactionID == "6dc8d0ff-b49a-4f57-8ed7-5ef5d1cb1d1e")
        #expect(try request.xml?.parsed() == MarkupNode("FinancialTransactionRequest"))
    }

    @Test("I001 gives the reader's identity and what it still holds")
    func initialiseAnswer() throws {
        let vector = try #require(VectorTests.vectors.first { $0.name == "V4" })
        guard case .initialiseAnswer(.success, let answer?) = try Packet(Message(bytes: vector.message)) else {
            Issue.record("not an answer with a payload")
            return
        }
        #expect(answer.bufferSize == 200)
        #expect(answer.serialNumber == "000123400123")
        #expect(answer.applicationName == "mPOS")
        #expect(answer.applicationMajor == 1 && answer.applicationMinor == 7)
        #expect(try answer.xml.parsed()["TransactionResultPending"] == "true")
    }

    @Test("F001 gives amount, id, both receipts and the XML")
    func saleAnswer() throws {
        let vector = try #require(VectorTests.vectors.first { $0.name == "V22" })
        guard case .financeAnswer(.sale, .success, let answer?) = try Packet(Message(bytes: vector.message)) else {
            Issue.record("not an answer with a payload")
            return
        }
        #expect(answer.result == .approved && !answer.isRestarting)
        #expect(answer.authorisedAmount == 1000)
        #expect(answer.transactionID == Array("6dc8d0ff-b49a-4f57-8ed7-5ef5d1cb1d1e".utf8))
        #expect(answer.merchantReceipt == Array("<html>M</html>".utf8))
        #expect(answer.customerReceipt == Array("<html>C</html>".utf8))
        #expect(try answer.xml.parsed()["FinancialStatus"] == "AUTHORISED")
    }

    @Test("the restart flag is told apart from the result")
    func restart() throws {
        let vector = try #require(VectorTests.vectors.first { $0.name == "V24" })
        guard case .financeAnswer(.update, .success, let answer?) = try Packet(Message(bytes: vector.message)) else {
            Issue.record("not an answer with a payload")
            return
        }
        #expect(answer.result == .processed && answer.isRestarting)
    }

    static let host = "gw2.handpoint.com"
    static let http =
        Array("POST /viscus/cr/v1/authorization HTTP/1.1\r\nContent-Length: 4\r\n\r\n".utf8) + [
            0x10, 0x03, 0x10, 0x02,
        ]

    static let expected: [String: Packet] = [
        "V1": .idle,
        "V1b": .idle,
        "V2": .initialise(
            InitialiseRequest(
                clock: CivilTime(year: 2012, month: 8, day: 10, hour: 18, minute: 8, second: 34), xml: nil)),
        "V5": .finance(.sale, FinanceRequest(currency: 826, amount: 1000)),
        "V7": .finance(.sale, FinanceRequest(currency: 826, amount: 0x1010)),
        "V9": .finance(.pendingResult, FinanceRequest(currency: 0, amount: 0)),
        "V14": .signatureRequest(
            SignatureRequest(
                receipt: Array("<html>SIGN</html>".utf8),
                xml: XMLText(MarkupNode("SignatureRequiredRequest", children: [MarkupNode("timeout", text: "90")])))),
        "V15a": .signatureAnswer(.success),
        "V15b": .signatureAnswer(.invalidSignature),
        "V15c": .signatureAnswer(.processingError),
        "V16a": .challenge(Challenge(random: Array(0x20..<0x40), xml: XMLText(bytes: []))),
        "V17": .hostConnect(HostConnect(address: host, port: 443, timeoutSeconds: 30)),
        "V17a": .hostConnectAnswer(.success),
        "V17b": .hostConnectAnswer(.connectTimeout),
        "V18": .hostSend(HostSend(timeoutSeconds: 30, data: http)),
        "V18a": .hostSendAnswer(.success),
        "V19": .hostReceive(HostReceive(length: 4096, timeoutSeconds: 45)),
        "V19a": .hostReceiveAnswer(.success, Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + [0x10, 0x17]),
        "V19b": .hostReceiveAnswer(.receivingError, nil),
        "V20": .hostDisconnect,
        "V20a": .hostDisconnectAnswer(.success),
        "V21": .hostPost(
            HostPost(port: 443, backupPort: 8443, timeoutSeconds: 60, host: host, backupHost: host, data: http)),
        "V25": .financeAnswer(.sale, .sharedSecretInvalid, nil),
        "V26": .fetchLog,
        "V26a": .fetchLogAnswer(.success, Array("line 1\r\nline 2\r\n".utf8)),
        "V26b": .fetchLogAnswer(.noDataAvailable, nil),
    ]
}
