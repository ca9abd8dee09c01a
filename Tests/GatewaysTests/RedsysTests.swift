import Crypto
import Payments
import Ports
import TestKit
import Testing
import Time

@testable import Gateways

@Suite("Redsys: signatures, refunds, queries, logging in (R2, R5, R6)")
struct RedsysTests {
    static let merchantKey = "sq7HjrUOBfKmC576ILgskD5srU870gJ7"
    private let reference = TransactionReference(random: [UInt8](repeating: 7, count: 16))

    private func secret(_ text: String) throws -> Secret { try Secret(copying: Array(text.utf8)) }

    private func order() throws -> OrderNumber { try #require(OrderNumber("2601030042AB")) }

    private func sign(_ text: String, by signature: RedsysSignature, order: OrderNumber? = nil) throws -> [UInt8] {
        let order = try order ?? self.order()
        let proof = signature.sign(text, order: order, key: try secret(Self.merchantKey))
        return try #require(proof)
    }

    private func account() throws -> RedsysAccount {
        RedsysAccount(
            number: "999008881", name: "Shop", terminal: "1", currency: .euro, licence: try secret("licence"),
            key: try secret(Self.merchantKey))
    }

    private func gateway(_ signature: RedsysSignature = .hmacSHA256V1) throws -> RedsysGateway {
        try #require(RedsysGateway(url: "http://127.0.0.1:1/redsys", signature: signature))
    }

    private func refund(_ minorUnits: Int64 = 410) throws -> LinkedOrder {
        LinkedOrder(
            reference: reference, money: Money(minorUnits: minorUnits, currency: .euro),
            original: OriginalTransaction(
                reference: TransactionReference(random: [8]), eftTransactionID: "000123456789",
                authorisationCode: "A12345"), order: try order())
    }

    // MARK: Golden signatures, made by an independent generator in Python

    static let vectors = GatewayVector.all("Tests/GatewaysTests/Golden/redsys.json")

    @Test("the file has them all")
    func isComplete() { #expect(Self.vectors.count == 12) }

    @Test("the parameters of each are signed as the generator does", arguments: vectors.filter { $0.parameters != nil })
    func golden(_ vector: GatewayVector) throws {
        let signature = try #require(RedsysSignature(rawValue: vector.version))
        let order = try #require(OrderNumber(vector.order))
        let text = try #require(vector.parameters)
        #expect(try sign(text, by: signature, order: order) == signature.bytes(vector.signature))
    }

    @Test("the query is signed over its exact text", arguments: vectors.filter { $0.section == "Redsys SOAP query" })
    func query(_ vector: GatewayVector) throws {
        let text = try #require(vector.signedText)
        let proof = try sign(text, by: .hmacSHA256V1, order: OrderNumber(vector.order))
        #expect(Base64.standard.text(proof) == vector.signature)
    }

    // MARK: Refunds

    @Test("a refund has its sale's number, minor units and our reference", arguments: RedsysSignature.allCases)
    func refundRequest(signature: RedsysSignature) throws {
        let request = try gateway(signature).request(for: .linkedRefund(try refund()), as: try account())
        let sent = try #require(request)
        #expect(sent.url == "http://127.0.0.1:1/redsys/sis/rest/trataPeticionREST")
        let envelope = try JSONValue.parse(sent.body)
        #expect(envelope["Ds_SignatureVersion"]?.stringValue == signature.rawValue)
        let text = try #require(envelope["Ds_MerchantParameters"]?.stringValue)
        #expect(signature == .hmacSHA256V1 || !text.contains("="))
        let bytes = try #require(signature.bytes(text))
        let parameters = try JSONValue.parse(bytes)
        #expect(parameters["DS_MERCHANT_ORDER"]?.stringValue == "2601030042AB")
        #expect(parameters["DS_MERCHANT_AMOUNT"]?.stringValue == "410")
        #expect(parameters["DS_MERCHANT_CURRENCY"]?.stringValue == "978")
        #expect(parameters["DS_MERCHANT_TRANSACTIONTYPE"]?.stringValue == "3")
        #expect(parameters["DS_MERCHANT_MERCHANTDATA"]?.stringValue == reference.text)
        let proof = try sign(text, by: signature)
        #expect(envelope["Ds_Signature"]?.stringValue.flatMap(signature.bytes) == proof)
    }

    private func answer(
        _ changes: [String: String] = [:], by signature: RedsysSignature = .hmacSHA256V1, spoiled: Bool = false
    ) throws -> HTTPAnswer {
        var fields = [
            "Ds_Order": "2601030042AB", "Ds_Amount": "410", "Ds_Currency": "978", "Ds_Response": "0900",
            "Ds_AuthorisationCode": "B54321", "Ds_TransactionType": "3",
        ]
        fields.merge(changes) { $1 }
        let json = JSONValue.object(fields.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.string($0.value)) })
        let text = (signature == .hmacSHA512V2 ? Base64.url : .standard).text(json.bytes)
        var proof = try sign(text, by: signature)
        if spoiled { proof[0] ^= 1 }
        let envelope: JSONValue = [
            "Ds_SignatureVersion": .string(signature.rawValue), "Ds_MerchantParameters": .string(text),
            "Ds_Signature": .string(Base64.paddedURL.text(proof)),
        ]
        return HTTPAnswer(status: 200, body: envelope.bytes)
    }

    private func read(_ answer: HTTPAnswer) throws -> CloudFinding {
        try gateway().read(answer, to: .linkedRefund(try refund()), as: try account())
    }

    @Test("0900 is money back, with the gateway's code for it", arguments: RedsysSignature.allCases)
    func approved(signature: RedsysSignature) throws {
        guard case .booked(let transaction) = try read(try answer(by: signature)) else {
            Issue.record("not booked")
            return
        }
        #expect(transaction.result.finStatus == "AUTHORISED")
        #expect(transaction.result.authorisedAmount == 410)
        #expect(transaction.result.authorisationCode == "B54321")
        #expect(transaction.result.type == "REFUND")
    }

    @Test("a denial is one, with its code", arguments: ["0190", "0950", "0000", "9104"])
    func denied(code: String) throws {
        guard case .booked(let transaction) = try read(try answer(["Ds_Response": code])) else {
            Issue.record("not booked")
            return
        }
        #expect(transaction.result.finStatus == "DECLINED")
        #expect(transaction.result.errorMessage == code)
        #expect(transaction.result.authorisedAmount == nil)
    }

    @Test("another signature, amount, order, currency or kind says nothing of the money")
    func notOurs() throws {
        #expect(try read(try answer(spoiled: true)) == .trouble(.notAuthentic))
        for (name, value) in [
            ("Ds_Amount", "411"), ("Ds_Order", "2601030042AC"), ("Ds_Currency", "826"), ("Ds_TransactionType", "0"),
            ("Ds_Response", "x"), ("Ds_MerchantData", "somebody else's"),
        ] {
            #expect(try read(try answer([name: value])) == .trouble(.unreadable), "\(name)")
        }
    }

    @Test("what is not decided yet is found out", arguments: ["9998", "9999"])
    func undecided(code: String) throws {
        guard case .trouble = try read(try answer(["Ds_Response": code])) else {
            Issue.record("concluded something")
            return
        }
    }

    @Test("a failed call was not carried out, but for those that say that it may have been")
    func errors() throws {
        func body(_ text: String) -> HTTPAnswer { HTTPAnswer(status: 200, body: Array(text.utf8)) }
        #expect(try read(body(#"{"errorCode":"SIS0057"}"#)) == .refused(code: "SIS0057"))
        #expect(try read(body(#"{"errorCode":"SIS0051"}"#)) == .trouble(.unreadable))
        #expect(try read(body(#"{"errorCode":"<script>"}"#)) == .trouble(.unreadable))
        for text in [
            "", "{}", "<html>", "[]", #"{"Ds_SignatureVersion":"HMAC_SHA999_V9","Ds_MerchantParameters":"e30"}"#,
        ] {
            #expect(try read(body(text)) == .trouble(.unreadable), "\(text)")
        }
        #expect(try read(HTTPAnswer(status: 503)) == .trouble(.status(503)))
    }

    // MARK: Queries

    private func soap(_ version: String, signed: String? = nil) throws -> HTTPAnswer {
        let proof = try sign(signed ?? version, by: .hmacSHA256V1)
        let inner = "<Messages>\(version)<Signature>\(Base64.standard.text(proof))</Signature></Messages>"
        let escaped = inner.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        return HTTPAnswer(
            status: 200,
            body: Array(
                ("<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\"><soapenv:Body>"
                    + "<p:consultaOperacionesResponse xmlns:p=\"http://webservices.apl02.redsys.es\">"
                    + "<p:consultaOperacionesReturn>\(escaped)</p:consultaOperacionesReturn>"
                    + "</p:consultaOperacionesResponse></soapenv:Body></soapenv:Envelope>").utf8))
    }

    private func response(_ changes: [String: String] = [:]) -> String {
        var fields = [
            "Ds_MerchantCode": "999008881", "Ds_Terminal": "1", "Ds_Order": "2601030042AB",
            "Ds_TransactionType": "3", "Ds_Date": "2026-01-03", "Ds_Hour": "10:15", "Ds_Amount": "410",
            "Ds_Currency": "978", "Ds_State": "F", "Ds_Response": "0900", "Ds_AuthorisationCode": "B54321",
        ]
        fields.merge(changes) { $1 }
        return "<Response Ds_Version=\"0.0\">"
            + fields.sorted { $0.key < $1.key }.map { "<\($0.key)>\($0.value)</\($0.key)>" }.joined() + "</Response>"
    }

    private func version(_ content: String) -> String {
        "<Version Ds_Version=\"0.0\"><Message>\(content)</Message></Version>"
    }

    private func found(_ answer: HTTPAnswer) throws -> CloudFinding {
        try gateway().read(answer, to: .linked(try refund()), as: try account())
    }

    @Test("a query names merchant, terminal, order and kind, in that order")
    func queryRequest() throws {
        let request = try gateway().request(for: .linked(try refund()), as: try account())
        let sent = try #require(request)
        #expect(sent.url.hasSuffix("/apl02/services/SerClsWSConsulta"))
        #expect(sent.headers["SOAPAction"] == "consultaOperaciones")
        #expect(
            String(decoding: sent.body, as: UTF8.self).contains(
                "<Ds_MerchantCode>999008881</Ds_MerchantCode><Ds_Terminal>1</Ds_Terminal>"
                    + "<Ds_Order>2601030042AB</Ds_Order><Ds_TransactionType>3</Ds_TransactionType>"))
    }

    @Test("every refund of the order is read, none where there is none")
    func queryAnswer() throws {
        let two = version(response() + response(["Ds_AuthorisationCode": "C1", "Ds_Amount": "100"]))
        guard case .transactions(let transactions) = try found(try soap(two)) else {
            Issue.record("not read")
            return
        }
        #expect(transactions.map(\.result.requestedAmount) == [410, 100])
        #expect(transactions.map(\.result.eftTransactionID) == ["B54321", "C1"])
        #expect(transactions[0].result.eftTimestamp == "20260103101500")
        let nothing = version("<ErrorMsg><Ds_ErrorCode>XML0024</Ds_ErrorCode></ErrorMsg>")
        #expect(try found(try soap(nothing)) == .transactions([]))
    }

    @Test("only what is finished counts as paid")
    func states() throws {
        for state in ["S", "A", "P"] {
            guard case .transactions(let transactions) = try found(try soap(version(response(["Ds_State": state]))))
            else {
                Issue.record("not read")
                return
            }
            #expect(transactions.map(\.result.finStatus) == ["IN_PROGRESS"])
        }
    }

    @Test("an answer that was changed, is of another order, or of another error says nothing")
    func queryTrouble() throws {
        let good = version(response())
        #expect(try found(try soap(good, signed: good + " ")) == .trouble(.notAuthentic))
        #expect(try found(try soap(version(response(["Ds_Order": "2601030042AC"])))) == .trouble(.unreadable))
        let error = version("<ErrorMsg><Ds_ErrorCode>XML0023</Ds_ErrorCode></ErrorMsg>")
        #expect(try found(try soap(error)) == .trouble(.unreadable))
        for text in ["", "<a/>", "not XML", "<consultaOperacionesReturn>&lt;</consultaOperacionesReturn>"] {
            #expect(try found(HTTPAnswer(status: 200, body: Array(text.utf8))) == .trouble(.unreadable), "\(text)")
        }
    }

    // MARK: Logging in, signatures

    @Test("a login gives numbers, terminals, currencies and keys")
    func login() throws {
        let body = """
            {"merchantList":[{"fuc":"999008881","name":"Shop","terminalList":[
            {"terminal":"1","currency":"978","signatureKey":"\(Self.merchantKey)"}]}]}
            """
        guard case .done(let login) = RedsysGateway.readLogin(HTTPAnswer(status: 200, body: Array(body.utf8))) else {
            Issue.record("not read")
            return
        }
        #expect(login.terminals.map(\.number) == ["999008881"])
        #expect(login.terminals.map(\.currency) == [.euro])
    }

    @Test(
        "a login without a number, with another key or currency gives nothing",
        arguments: [
            "{}", "[]", #"{"merchantList":[]}"#,
            #"{"merchantList":[{"fuc":"x","terminalList":[{"terminal":"1","currency":"978","signatureKey":"AAAA"}]}]}"#,
            #"{"merchantList":[{"fuc":"1","terminalList":[{"terminal":"1","currency":"000","signatureKey":"AAAA"}]}]}"#,
        ])
    func badLogin(body: String) {
        #expect(
            RedsysGateway.readLogin(HTTPAnswer(status: 200, body: Array(body.utf8))) == .trouble(.unreadable))
    }

    @Test("a refused login says its code")
    func refusedLogin() {
        let answer = HTTPAnswer(status: 401, body: Array(#"{"codigo":"4401"}"#.utf8))
        #expect(RedsysGateway.readLogin(answer) == .refused(code: "4401"))
        #expect(RedsysGateway.readLogin(HTTPAnswer(status: 500)) == .trouble(.status(500)))
    }

    @Test("a signature goes with order, retrieval reference and format")
    func submission() throws {
        let submission = SignatureSubmission(
            order: try order(), retrievalReference: "000123456789", format: .gif, image: [1, 2, 3])
        let request = try gateway().request(handingIn: submission, as: try account())
        let envelope = try JSONValue.parse(try #require(request).body)
        let text = envelope["Ds_MerchantParameters"]?.stringValue ?? ""
        let parameters = try JSONValue.parse(Base64.standard.bytes(text) ?? [])
        #expect(parameters["X_FORMAT"]?.stringValue == "4")
        #expect(parameters["X_IMAGE"]?.stringValue == "AQID")
        #expect(parameters["X_RTS"]?.stringValue == "000123456789")
        func read(_ code: String) -> SignatureSubmission.Answer {
            SignatureSubmission.read(HTTPAnswer(status: 200, body: Array(#"{"codigo":"\#(code)"}"#.utf8)))
        }
        #expect(read("0000") == .accepted)
        #expect(read("4409") == .accepted)
        #expect(read("4413") == .refused(code: "4413"))
        #expect(SignatureSubmission.read(HTTPAnswer(status: 502)) == .trouble(.status(502)))
    }

    @Test("an account comes back from the credential file as it went in, and from nothing else")
    func sealed() throws {
        let account = try account()
        let sealed = try #require(account.sealed)
        #expect(RedsysAccount(sealed) == account)
        #expect(RedsysAccount(try secret("{}")) == nil)
        #expect(!String(describing: account).contains(Self.merchantKey))
    }
}

/// A signature of the independent generator.
struct GatewayVector: Sendable, CustomTestStringConvertible {
    var section, name, order, signature: String
    /// As they go over the wire.
    var parameters: String?
    var signedText: String?

    var version: String { section.split(separator: " ").last.map(String.init) ?? "" }
    var testDescription: String { "\(section): \(name)" }

    static func all(_ path: String) -> [GatewayVector] {
        let json = try? JSONValue.parse(Repository.bytes(path))
        return (json?.elements ?? []).compactMap { vector in
            guard let section = vector["section"]?.stringValue, let name = vector["name"]?.stringValue,
                let order = vector["inputs"]?["order"]?.stringValue, let outputs = vector["outputs"],
                let signature = (outputs["Ds_Signature"] ?? outputs["Signature"])?.stringValue
            else { return nil }
            return GatewayVector(
                section: section, name: name, order: order, signature: signature,
                parameters: outputs["Ds_MerchantParameters"]?.stringValue,
                signedText: vector["inputs"]?["signed_text"]?.stringValue)
        }
    }
}
