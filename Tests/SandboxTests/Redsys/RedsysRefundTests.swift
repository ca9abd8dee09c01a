import Acquirer
import Crypto
import Payments
import Sandbox
import Testing

@Suite("Refunds at Redsys")
struct RedsysRefundTests {
    @Test("a sale is given back in parts, signed as it was asked for", arguments: RedsysSigner.Version.allCases)
    func parts(version: RedsysSigner.Version) throws {
        let world = try RedsysWorld()
        try world.sell(1410)
        let first = try world.refund("410", version) { $0.merging(["DS_MERCHANT_MERCHANTDATA": "till 3"]) { $1 } }
        #expect(first.version == version && first["Ds_Response"] == "0900" && first["Ds_TransactionType"] == "3")
        #expect(first["Ds_Order"] == RedsysWorld.order && first["Ds_Amount"] == "410" && first["Ds_Currency"] == "978")
        #expect(first["Ds_MerchantCode"] == "999008881" && first["Ds_Terminal"] == "1")
        #expect(first["Ds_MerchantData"] == "till 3" && first["Ds_AuthorisationCode"]?.utf8.count == 6)
        #expect(try first.isSigned())
        #expect(try world.refund("1000", version)["Ds_Response"] == "0900")
        #expect(try world.refund("1", version).error == "SIS0057")
        #expect(world.ledger == ["SALE 1410 AUTHORISED", "MOTO_REFUND 410 AUTHORISED", "MOTO_REFUND 1000 AUTHORISED"])
    }

    @Test("a capture is given back, too")
    func capture() throws {
        let world = try RedsysWorld()
        let blocked = try world.decide(.authorization, 1410)
        #expect(try world.refund("1410").error == "SIS0054")
        try world.decide(.capture, 1410, of: blocked)
        #expect(try world.refund("1410")["Ds_Response"] == "0900")
    }

    @Test("names of parameters may be written in any case, and the terminal with zeros")
    func names() throws {
        let world = try RedsysWorld()
        try world.sell(1410)
        let answer = try world.refund("410") { fields in
            let renamed = fields.map {
                ($0.key.replacing("DS_MERCHANT_", with: "Ds_Merchant_"), $0.value == "1" ? "001" : $0.value)
            }
            return Dictionary(uniqueKeysWithValues: renamed)
        }
        #expect(answer["Ds_Response"] == "0900")
    }

    @Test("what can't be given back is refused, and nothing is booked")
    func originals() throws {
        let world = try RedsysWorld()
        #expect(try world.refund("410").error == "SIS0054")
        try world.sell(1000)
        #expect(try world.refund("410").error == "SIS0056", "declined")
        let sale = try world.sell(1410)
        #expect(try world.refund("1411").error == "SIS0057")
        try world.decide(.voidSale, 1410, of: sale)
        #expect(try world.refund("410").error == "SIS0056", "undone")
        for amount: Int64 in [100, 200] { try world.sell(amount, order: "0001") }
        #expect(try world.refund("1", order: "0001").error == "SIS0055")
        #expect(!world.ledger.contains { $0.hasPrefix("MOTO_REFUND") })
    }

    @Test("a sale that was declined first is no second payment of its order")
    func secondTry() throws {
        let world = try RedsysWorld()
        try world.sell(1000)
        try world.sell(1410)
        #expect(try world.refund("1410")["Ds_Response"] == "0900")
    }

    @Test(
        "fields are checked after the signature",
        arguments: [
            ("DS_MERCHANT_MERCHANTCODE", "999008882", "SIS0026"), ("DS_MERCHANT_TERMINAL", "2", "SIS0026"),
            ("DS_MERCHANT_AMOUNT", "", "SIS0018"), ("DS_MERCHANT_AMOUNT", "0", "SIS0019"),
            ("DS_MERCHANT_AMOUNT", "4.10", "SIS0019"), ("DS_MERCHANT_AMOUNT", "-410", "SIS0019"),
            ("DS_MERCHANT_AMOUNT", "1234567890123", "SIS0019"), ("DS_MERCHANT_AMOUNT", "999999999999", "SIS0057"),
            ("DS_MERCHANT_CURRENCY", "840", "SIS0027"), ("DS_MERCHANT_CURRENCY", "EUR", "SIS0027"),
            ("DS_MERCHANT_CURRENCY", "99999999999999999999", "SIS0027"),
            ("DS_MERCHANT_TRANSACTIONTYPE", "", "SIS0022"), ("DS_MERCHANT_TRANSACTIONTYPE", "0", "SIS0112"),
            ("DS_MERCHANT_TRANSACTIONTYPE", "45", "SIS0112"), ("DS_MERCHANT_TRANSACTIONTYPE", "99", "SIS0274"),
        ])
    func fields(name: String, value: String, error: String) throws {
        let world = try RedsysWorld()
        try world.sell(1410)
        #expect(try world.refund("410") { $0.merging([name: value]) { $1 } }.error == error)
        #expect(world.ledger.count == 1)
    }

    @Test(
        "an order has four to twelve letters and digits, four digits first",
        arguments: [
            (nil, "SIS0074"), ("", "SIS0074"), ("123", "SIS0075"), ("1234567890123", "SIS0075"), ("A234", "SIS0077"),
            ("1234-6", "SIS0077"), ("1234é", "SIS0077"), ("1234", "SIS0054"),
        ] as [(String?, String)])
    func orders(order: String?, error: String) throws {
        let world = try RedsysWorld()
        for version in RedsysSigner.Version.allCases {
            #expect(try world.refund("410", order: order, version).error == error)
        }
    }

    @Test("a wrong signature is refused before anything else is looked at", arguments: RedsysSigner.Version.allCases)
    func signature(version: RedsysSigner.Version) throws {
        let world = try RedsysWorld()
        try world.sell(1410)
        let right = try RedsysSigner().signature(over: "x", order: RedsysWorld.order, version)
        for signature in ["", "x", "====", Base64.standard.text(right), Base64.url.text(right)] {
            let fields = [
                "DS_MERCHANT_MERCHANTCODE": "999008881", "DS_MERCHANT_TERMINAL": "1", "DS_MERCHANT_AMOUNT": "no",
            ]
            var envelope = try RedsysSigner().envelope(fields, order: "", version).members
            envelope[2].value = .string(signature)
            let answer = RedsysAnswer(world.post("/sis/rest/trataPeticionREST", .object(envelope)))
            #expect(answer.error == "SIS0042" && answer.reply.status == 200)
        }
    }

    @Test("a key of another merchant's signs nothing")
    func otherKey() throws {
        let world = try RedsysWorld()
        let other = RedsysSigner(key: "Mk9m98IfEblmPfrpsawt7BmxObt98Jev")
        let fields = [
            "DS_MERCHANT_MERCHANTCODE": "999008881", "DS_MERCHANT_TERMINAL": "1", "DS_MERCHANT_ORDER": "0001",
        ]
        for version in RedsysSigner.Version.allCases {
            let envelope = try other.envelope(fields, order: "0001", version)
            #expect(RedsysAnswer(world.post("/sis/rest/trataPeticionREST", envelope)).error == "SIS0042")
        }
    }
}

@Suite("Envelopes of Redsys")
struct RedsysEnvelopeTests {
    private func error(_ members: [(String, JSONValue?)]) throws -> String? {
        let world = try RedsysWorld()
        return RedsysAnswer(world.post("/sis/rest/trataPeticionREST", .object(members))).error
    }

    private func error(_ version: String, _ parameters: String) throws -> String? {
        try error([
            ("Ds_SignatureVersion", .string(version)), ("Ds_MerchantParameters", .string(parameters)),
            ("Ds_Signature", "AAAA"),
        ])
    }

    @Test(
        "a body that is no envelope is a bad message",
        arguments: ["", "{}", "[]", "7", "{\"Ds_Signature\":1}", "\u{0}"])
    func bodies(body: String) throws {
        let world = try RedsysWorld()
        let answer = world.post("/sis/rest/trataPeticionREST", Array(body.utf8))
        #expect(Reply(answer)["errorCode"] == "SIS0007" && answer.status == 200)
    }

    @Test(
        "parameters are base64 of the version's own kind",
        arguments: [
            ("HMAC_SHA256_V1", "e30", "SIS0430"), ("HMAC_SHA256_V1", "e30=", "SIS0026"),
            ("HMAC_SHA256_V1", "_w==", "SIS0430"), ("HMAC_SHA256_V1", "?", "SIS0430"),
            ("HMAC_SHA512_V2", "e30=", "SIS0430"), ("HMAC_SHA512_V2", "e30", "SIS0026"),
            ("HMAC_SHA512_V2", "/w", "SIS0430"), ("HMAC_SHA1", "e30=", "SIS0430"),
        ])
    func alphabets(version: String, parameters: String, error: String) throws {
        #expect(try self.error(version, parameters) == error)
    }

    @Test(
        "what is in them is an object of texts",
        arguments: ["", "no", "[]", "{\"a\":1}", "{\"a\":\"1\",\"A\":\"1\"}", "{\"a\":\"1\""])
    func content(json: String) throws {
        #expect(try error("HMAC_SHA256_V1", Base64.standard.text(Array(json.utf8))) == "SIS0431")
    }

    @Test("GET instead of POST has an error of its own, and other paths are nothing")
    func paths() throws {
        let world = try RedsysWorld()
        let get = world.sandbox.answer(SandboxRequest("GET", "/redsys/sis/rest/trataPeticionREST"))
        #expect(Reply(get)["errorCode"] == "SIS0114")
        #expect(world.post("/sis/rest/iniciaPeticionREST", [UInt8]()).status == 404)
        #expect(world.sandbox.answer(SandboxRequest("GET", "/devices")).status == 404, "no Handpoint here")
    }
}
