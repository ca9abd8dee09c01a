import Acquirer
import Payments
import Sandbox
import TestKit
import Testing

@Suite("Reversals through the cloud")
struct ReversalTests {
    @Test("the answer has major units, issuer code 00 and a GUID of its own, but no finStatus")
    func shape() throws {
        let world = try SandboxWorld()
        world.sell(1410)
        let reply = world.post("/reversal", ["originalGuid": "a", "messageReasonCode": "TIMEOUT_WAITING_FOR_RESPONSE"])
        #expect(reply.status == 200 && reply["httpStatus"] == 200 && reply["issuerResponseCode"] == "00")
        #expect(reply["amount"] == "14.10" && reply["currency"] == "EUR" && reply["f25"] == "4021")
        #expect(reply["originalGuid"] == "a" && reply["authorizationGuid"] == "a")
        #expect(reply["transactionReference"]?.stringValue == SandboxWorld.reference)
        #expect(reply["reversalGuid"]?.stringValue?.utf8.count == 36)
        #expect(reply["finStatus"] == nil && reply["transactionID"] == nil)
        #expect(world.ledger == ["SALE 1410 AUTHORISED", "REVERSAL 1410 AUTHORISED"])
    }

    @Test("a second one is refused with 3051, and the ledger has no line of it")
    func twice() throws {
        let world = try SandboxWorld()
        world.sell(1410)
        #expect(world.post("/reversal", ["originalGuid": "a"]).status == 200)
        let again = world.post("/reversal", ["originalGuid": "a"])
        #expect(again.status == 400 && again.errorCode == 3051)
        #expect(again["error"]?["details"]?["httpStatus"] == 409)
        #expect(world.ledger.count == 2)
    }

    @Test("parts are undone until nothing is left")
    func parts() throws {
        let world = try SandboxWorld()
        world.sell(1410)
        func part(_ amount: JSONValue) -> Reply {
            world.post("/reversal", ["originalGuid": "a", "amount": amount, "currency": "EUR"])
        }
        #expect(part("4.00")["amount"] == "4.00")
        #expect(world.status()["finStatus"] == "AUTHORISED")
        #expect(part("10.11").errorCode == 4066)
        #expect(part("10.1").status == 200)
        #expect(world.status()["finStatus"] == "CANCELLED")
        #expect(part("0.01").errorCode == 3051)
    }

    @Test("what the reader reverses after a part of it was undone is what is left")
    func readerAfterPart() throws {
        let world = try SandboxWorld()
        world.sell(1410)
        _ = world.post("/reversal", ["originalGuid": "a", "amount": "4.00", "currency": "EUR"])
        let answer = world.decide(.reversal, 1410, id: "r", of: "a")
        #expect(answer?.finStatus == .partialApproval && answer?.authorisedAmount == 1010)
    }

    @Test("a reader can't void or refund what was undone")
    func readerAfterReversal() throws {
        let world = try SandboxWorld()
        world.sell(1410)
        _ = world.post("/reversal", ["originalGuid": "a"])
        for kind in [AcquirerRequest.Kind.voidSale, .refund, .reversal] {
            #expect(world.decide(kind, 1410, id: kind.rawValue, of: "a")?.finStatus == .declined)
        }
    }

    @Test("a refund can be reversed as a whole only")
    func refund() throws {
        let world = try SandboxWorld()
        world.decide(.refund, 1410, id: "a", of: nil)
        let part: JSONValue = ["originalGuid": "a", "amount": "4.00", "currency": "EUR"]
        #expect(world.post("/reversal", part).errorCode == 3109)
        #expect(world.post("/reversal", ["originalGuid": "a"]).status == 200)
    }

    @Test("what is unknown, was declined, is refunded or settled, or has another currency is refused")
    func refused() throws {
        let world = try SandboxWorld()
        world.sell(1000, id: "declined")
        world.sell(1410, id: "refunded")
        world.decide(.refund, 10, id: "r", of: "refunded")
        world.sell(1410, id: "settled")
        func code(_ id: JSONValue) -> JSONValue? { world.post("/reversal", ["originalGuid": id]).errorCode }
        let foreign: JSONValue = ["originalGuid": "settled", "amount": "1.00", "currency": "GBP"]
        #expect(world.post("/reversal", foreign).errorCode == 3210)
        #expect(code("nobody") == 3153 && code("declined") == 3153 && code("refunded") == 3052)
        _ = world.post("/batch/close", ["serialNumber": .string(SandboxWorld.serialNumber), "deviceType": "HILITE"])
        #expect(code("settled") == 3052)
    }

    @Test(
        "a request of the wrong form is answered with 422",
        arguments: [
            "{}", #"{"originalGuid":1}"#, #"{"originalGuid":"a","amount":"1.00"}"#,
            #"{"originalGuid":"a","currency":"EUR"}"#, #"{"originalGuid":"a","amount":1.5,"currency":"EUR"}"#,
            #"{"originalGuid":"a","amount":"1.505","currency":"EUR"}"#,
            #"{"originalGuid":"a","amount":"-1.50","currency":"EUR"}"#,
            #"{"originalGuid":"a","amount":"0","currency":"EUR"}"#,
            #"{"originalGuid":"a","amount":"1","currency":"EURO"}"#, #"{"originalGuid":"a","messageReasonCode":"X"}"#,
        ])
    func form(body: String) throws {
        let world = try SandboxWorld()
        world.sell(1410)
        let reply = world.post("/reversal", Array(body.utf8))
        #expect(reply.status == 422 && reply["error"]?["code"] == "VALIDATION_FAILED")
        #expect(world.ledger.count == 1)
    }

    @Test("a missing member is named")
    func missing() throws {
        let details = try SandboxWorld().post("/reversal", ["amount": "1.00"])["error"]?["details"]?.elements.first
        #expect(details?["code"] == "required" && details?["info"]?["missingProperty"] == "originalGuid")
    }
}

@Suite("Tips through the cloud")
struct TipTests {
    @Test("the last one counts, and 0 removes it")
    func last() throws {
        let world = try SandboxWorld()
        world.sell(1410)
        for (amount, tip) in [(.fraction(2.5), 250), ("1.20", 120), (3, 300), ("0", 0)] as [(JSONValue, Int64)] {
            let reply = world.post("/transactions/a/tip-adjustment", ["amount": amount])
            #expect(reply.status == 200 && reply["statusMessage"] == "tip adjusted")
            #expect(world.status()["tipAmount"] == .integer(tip))
            #expect(world.status()["totalAmount"] == .integer(1410 + tip))
        }
        #expect(world.ledger.last == "TIP_ADJUSTMENT 0 AUTHORISED")
        #expect(world.status("all").json.elements.count == 1)
    }

    @Test("a refund may give the tip back too")
    func refunded() throws {
        let world = try SandboxWorld()
        world.sell(1410)
        _ = world.post("/transactions/a/tip-adjustment", ["amount": 1])
        #expect(world.decide(.refund, 1511, id: "r1", of: "a")?.finStatus == .declined)
        #expect(world.decide(.refund, 1510, id: "r2", of: "a")?.finStatus == .authorised)
    }

    @Test("an unknown GUID, what was reversed or settled, and an amount that is none are refused")
    func refused() throws {
        let world = try SandboxWorld(.demoMerchant)
        world.sell(1410)
        #expect(world.post("/transactions/x/tip-adjustment", ["amount": 1])["error"]?["message"] == "Invalid guid [x]")
        for amount in [-1, "1.234", .fraction(0.001), true, .null] as [JSONValue] {
            #expect(world.post("/transactions/a/tip-adjustment", ["amount": amount]).status == 422)
        }
        #expect(world.post("/transactions/a/tip-adjustment", ["amount": "37.84"]).status == 400)
        _ = world.post("/reversal", ["originalGuid": "a"])
        #expect(world.post("/transactions/a/tip-adjustment", ["amount": 1]).errorCode == 3051)
        #expect(world.ledger.count == 2)
    }
}

@Suite("The old tip call of the SDK")
struct SDKTipTests {
    private struct Vector {
        var body: [UInt8] = []
        var hmac = ""
        var wrong = ""
    }

    private let vectors: [Vector]
    private let guid = "0b9f6e60-e898-11f0-8d3e-35d2a1c0ffee"

    init() throws {
        var vectors: [Vector] = []
        for line in Repository.lines("Tests/SandboxTests/Golden/sdk-tip.txt") {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            if words[0] == "==" { vectors.append(Vector()) }
            guard let last = vectors.indices.last else { continue }
            switch words[0] {
            case "body": vectors[last].body = Array(try JSONValue.parse(words[1]).stringValue?.utf8 ?? "".utf8)
            case "hmac": vectors[last].hmac = words[1]
            case "wrong": vectors[last].wrong = words[1]
            default: break
            }
        }
        self.vectors = vectors
    }

    private func post(_ body: [UInt8], _ hmac: String, to world: SandboxWorld) -> Int {
        let path = "/sdk/financial/v1/tipadjustment/"
        return world.sandbox.answer(SandboxRequest("POST", path, headers: ["hmac": hmac], body: body)).status
    }

    @Test("is believed with the published proof, in both forms of the time")
    func golden() throws {
        #expect(vectors.count == 2)
        for vector in vectors {
            let world = try SandboxWorld()
            world.sell(1410, id: guid)
            #expect(post(vector.body, vector.hmac, to: world) == 200)
            #expect(world.status()["tipAmount"] == 250)
        }
    }

    @Test("with the secret's bytes as key is not believed")
    func wrongKey() throws {
        let world = try SandboxWorld()
        world.sell(1410, id: guid)
        for vector in vectors { #expect(post(vector.body, vector.wrong, to: world) == 401) }
        #expect(world.ledger.count == 1)
    }

    @Test("for a transaction that nobody knows is declined")
    func unknown() throws {
        let world = try SandboxWorld()
        let vector = try #require(vectors.first)
        #expect(post(vector.body, vector.hmac, to: world) == 403)
    }
}
