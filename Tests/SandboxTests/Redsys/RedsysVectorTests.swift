import Acquirer
import Crypto
import Payments
import Sandbox
import TestKit
import Testing

/// A signature that an independent generator in Python has worked out.
struct RedsysVector: CustomStringConvertible, Sendable {
    let json: JSONValue

    var description: String { "\(json["section"]?.stringValue ?? "") \(json["name"]?.stringValue ?? "")" }
    var isQuery: Bool { json["section"] == "Redsys SOAP query" }
    var isRequest: Bool { json["name"]?.stringValue?.hasSuffix("request") == true }
    var order: String { input("order") }

    func input(_ name: String) -> String { json["inputs"]?[name]?.stringValue ?? "" }
    func output(_ name: String) -> String { json["outputs"]?[name]?.stringValue ?? "" }

    static let all = ((try? JSONValue.parse(Repository.bytes("Tests/GatewaysTests/Golden/redsys.json"))) ?? .null)
        .elements.map(RedsysVector.init)
}

@Suite("Signatures of Redsys that somebody else has worked out")
struct RedsysVectorTests {
    @Test("there are eight requests, two answers and a query")
    func count() {
        #expect(RedsysVector.all.count { $0.isRequest } == 8)
        #expect(RedsysVector.all.count { $0.isQuery } == 1)
    }

    @Test("the sandbox lets them in", arguments: RedsysVector.all.filter(\.isRequest))
    func requests(vector: RedsysVector) throws {
        let section = vector.json["section"]?.stringValue ?? ""
        let envelope: JSONValue = [
            "Ds_SignatureVersion": .string(section.replacing("Redsys ", with: "")),
            "Ds_MerchantParameters": .string(vector.output("Ds_MerchantParameters")),
            "Ds_Signature": .string(vector.output("Ds_Signature")),
        ]
        let world = try RedsysWorld()
        try world.sell(1410, order: vector.order)
        let answer = RedsysAnswer(world.post("/sis/rest/trataPeticionREST", envelope))
        let isRefund = vector.input("json").contains("\"DS_MERCHANT_TRANSACTIONTYPE\":\"3\"")
        #expect(isRefund ? answer["Ds_Response"] == "0900" : answer.error != nil && answer.error != "SIS0042")
        var changed = envelope.members
        changed[2].value = .string(String(vector.output("Ds_Signature").reversed()))
        #expect(RedsysAnswer(world.post("/sis/rest/trataPeticionREST", .object(changed))).error == "SIS0042")
    }

    @Test(
        "the tests sign as it does", arguments: RedsysVector.all.filter { !$0.output("Ds_MerchantParameters").isEmpty })
    func signer(vector: RedsysVector) throws {
        let isOld = vector.description.contains("SHA256")
        let signature = try RedsysSigner().signature(
            over: vector.output("Ds_MerchantParameters"), order: vector.order, isOld ? .v1 : .v2)
        let sent = vector.output("Ds_Signature")
        let bytes = isOld ? Base64.standard.bytes(sent) ?? Base64.paddedURL.bytes(sent) : Base64.url.bytes(sent)
        #expect(bytes == signature)
    }

    @Test("a query is let in", arguments: RedsysVector.all.filter(\.isQuery))
    func query(vector: RedsysVector) throws {
        let world = try RedsysWorld()
        try world.sell(1410, order: vector.order)
        let signature = "<Signature>\(vector.output("Signature"))</Signature>\(RedsysWorld.name)"
        #expect(world.find(messages: vector.input("signed_text") + signature).texts("Ds_Response") == ["0000"])
    }
}
