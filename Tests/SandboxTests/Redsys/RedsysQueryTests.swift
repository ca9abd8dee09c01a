import Acquirer
import Crypto
import Markup
import Payments
import Sandbox
import Testing

extension RedsysWorld {
    static func version(_ type: String, _ inner: String = "Transaction", order: String = order) -> String {
        "<Version Ds_Version=\"0.0\"><Message><\(inner)><Ds_MerchantCode>999008881</Ds_MerchantCode>"
            + "<Ds_Terminal>1</Ds_Terminal><Ds_Order>\(order)</Ds_Order><Ds_TransactionType>\(type)"
            + "</Ds_TransactionType></\(inner)></Message></Version>"
    }

    func find(_ type: String, _ inner: String = "Transaction", order: String = order) throws -> RedsysFound {
        try find(signing: Self.version(type, inner, order: order), order: order)
    }

    func find(signing version: String, order: String = order) throws -> RedsysFound {
        let signature = try RedsysSigner().signature(over: version, order: order, .v1)
        return find(messages: "\(version)<Signature>\(Base64.standard.text(signature))</Signature>" + Self.name)
    }

    static let name = "<SignatureVersion>HMAC_SHA256_V1</SignatureVersion>"

    func find(messages: String, action: String = "consultaOperaciones") -> RedsysFound {
        RedsysFound(ask(Self.envelope(messages), action: action))
    }

    static func envelope(_ messages: String) -> String {
        "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\" "
            + "xmlns:web=\"http://webservices.apl02.redsys.es\"><soapenv:Header/><soapenv:Body>"
            + "<web:consultaOperaciones><cadenaXML><![CDATA[<Messages>\(messages)</Messages>]]></cadenaXML>"
            + "</web:consultaOperaciones></soapenv:Body></soapenv:Envelope>"
    }

    func ask(_ body: String, action: String = "consultaOperaciones") -> SandboxAnswer {
        post("/apl02/services/SerClsWSConsulta", Array(body.utf8), ["SOAPAction": action])
    }
}

/// A query's answer, taken apart.
struct RedsysFound {
    let answer: SandboxAnswer
    let text: String
    private let messages: MarkupNode?

    init(_ answer: SandboxAnswer) {
        self.answer = answer
        var node = try? MarkupNode.parse(xml: answer.body)
        for name in ["Body", "consultaOperacionesResponse", "consultaOperacionesReturn"] {
            node = node?.children.first { $0.name.hasSuffix(name) }
        }
        text = node?.text ?? ""
        messages = try? MarkupNode.parse(xml: Array(text.utf8))
    }

    var message: MarkupNode? { messages?.children.first { $0.name == "Version" }?.children.first }
    var responses: [MarkupNode] { message?.children.filter { $0.name == "Response" } ?? [] }
    var error: String? { message?.children.first { $0.name == "ErrorMsg" }?["Ds_ErrorCode"] }
    var signature: String? { messages?["Signature"] }

    func texts(_ name: String) -> [String] { responses.compactMap { $0[name] } }

    func isSigned(for order: String) throws -> Bool {
        let start = try #require(text.firstRange(of: "<Version"))
        let end = try #require(text.firstRange(of: "</Version>"))
        let version = String(text[start.lowerBound..<end.upperBound])
        let own = try RedsysSigner().signature(over: version, order: order, .v1)
        return Base64.paddedURL.bytes(signature ?? "") == own
    }
}

@Suite("Queries at Redsys")
struct RedsysQueryTests {
    @Test("a sale is found under its order, and the answer is signed")
    func sale() throws {
        let world = try RedsysWorld()
        try world.sell(1410)
        let found = try world.find("0")
        let response = try #require(found.responses.first)
        #expect(found.answer.status == 200 && found.answer.contentType.hasPrefix("text/xml"))
        #expect(found.responses.count == 1 && response["Ds_Response"] == "0000" && response["Ds_State"] == "F")
        #expect(response["Ds_MerchantCode"] == "999008881" && response["Ds_Terminal"] == "1")
        #expect(response["Ds_Order"] == RedsysWorld.order && response["Ds_TransactionType"] == "0")
        #expect(response["Ds_Date"] == "10/03/2026" && response["Ds_Hour"] == "10:16")
        #expect(response["Ds_Amount"] == "1410" && response["Ds_Currency"] == "978")
        #expect(response["Ds_AuthorisationCode"] == nil)
        #expect(try found.isSigned(for: RedsysWorld.order))
        #expect(found.text.contains("<Response Ds_Version=\"0.0\">"))
    }

    @Test("in detail there is more of it")
    func detail() throws {
        let world = try RedsysWorld()
        let sale = try world.sell(1410)
        let found = try world.find("0", "Detail")
        #expect(found.texts("Ds_AuthorisationCode") == [sale.approval])
        #expect(found.texts("Ds_CardNumber").allSatisfy { $0.hasPrefix("****") })
    }

    @Test("refunds are type 3, one response for each")
    func refunds() throws {
        let world = try RedsysWorld()
        let sale = try world.sell(1410)
        _ = try world.refund("410")
        try world.decide(.refund, 500, of: sale)
        let found = try world.find("3")
        #expect(found.texts("Ds_Amount") == ["410", "500"] && found.texts("Ds_Response") == ["0900", "0900"])
        #expect(try world.find("0").texts("Ds_Response") == ["0000"], "the sale stands")
    }

    @Test("a declined sale has the pinpad's code in four digits, one that was undone 9928")
    func others() throws {
        let world = try RedsysWorld()
        try world.sell(1000)
        #expect(try world.find("0").texts("Ds_Response") == ["0051"])
        let sale = try world.sell(1410, order: "0001")
        try world.decide(.voidSale, 1410, order: "0001", of: sale)
        let found = try world.find("0", order: "0001")
        #expect(found.texts("Ds_Response") == ["9928"] && found.texts("Ds_State") == ["F"])
    }

    @Test("what a HEFT reader was declined has 0190")
    func heft() throws {
        let world = try RedsysWorld()
        _ = world.acquirer.decide(
            AcquirerRequest(
                kind: .sale, amount: 1000, currency: 978, customerReference: RedsysWorld.order, id: "a"))
        #expect(try world.find("0").texts("Ds_Response") == ["0190"])
    }

    @Test("nothing is a signed error, so that it can be trusted")
    func nothing() throws {
        let world = try RedsysWorld()
        try world.sell(1410)
        for (type, order) in [("3", RedsysWorld.order), ("0", "2603109999ZZ"), ("1", RedsysWorld.order)] {
            let found = try world.find(type, order: order)
            #expect(try found.error == "XML0024" && found.isSigned(for: order))
        }
    }

    @Test("a wrong signature is an error that nobody has signed")
    func wrong() throws {
        let world = try RedsysWorld()
        try world.sell(1410)
        let signature = try RedsysSigner().signature(over: "other", order: RedsysWorld.order, .v1)
        for text in [Base64.standard.text(signature), "?"] {
            let found = world.find(
                messages: "\(RedsysWorld.version("0"))<Signature>\(text)</Signature>\(RedsysWorld.name)")
            #expect(found.error == "XML0023" && found.signature == nil)
        }
    }

    @Test(
        "what is missing or unknown has an error of its own",
        arguments: [
            ("999008881", "999008882", "XML0007"), ("999008881", "", "XML0004"),
            ("<Ds_Terminal>1", "<Ds_Terminal>2", "XML0011"), ("<Ds_Terminal>1", "<Ds_Terminal>", "XML0008"),
            ("<Ds_TransactionType>0", "<Ds_TransactionType>", "XML0016"), ("Transaction>", "MonitorMasiva>", "XML0041"),
            ("Message>", "Other>", "XML0002"),
        ])
    func refusals(old: String, new: String, error: String) throws {
        let world = try RedsysWorld()
        #expect(try world.find(signing: RedsysWorld.version("0").replacing(old, with: new)).error == error)
    }

    @Test("without an order, a signature or its version nothing is told")
    func missing() throws {
        let world = try RedsysWorld()
        let version = RedsysWorld.version("0")
        #expect(world.find(messages: version + RedsysWorld.name).error == "XML0021")
        #expect(world.find(messages: version + "<Signature>x</Signature>").error == "XML0029")
        let other = "<SignatureVersion>HMAC_SHA512_V2</SignatureVersion>"
        #expect(world.find(messages: version + "<Signature>x</Signature>" + other).error == "XML0030")
        #expect(try world.find("0", order: "").error == "XML0012")
        #expect(world.find(messages: "<Version/>").error == "XML0002")
        #expect(world.find(messages: "<").error == "XML0000")
    }

    @Test("what is no call is a fault of SOAP's")
    func faults() throws {
        let world = try RedsysWorld()
        let version = RedsysWorld.version("0")
        #expect(world.find(messages: version, action: "otherAction").answer.status == 500)
        #expect(world.find(messages: version, action: "\"consultaOperaciones\"").answer.status == 200)
        let entity = "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>"
        for body in ["", "<", "<a/>", entity, "\u{0}", String(repeating: "<a>", count: 100)] {
            #expect(world.ask(body).status == 500)
        }
    }
}
