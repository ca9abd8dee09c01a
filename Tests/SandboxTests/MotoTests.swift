import Acquirer
import Payments
import Sandbox
import Testing

@Suite("Payments without a card")
struct MotoTests {
    private func token(_ world: SandboxWorld, of id: String = "a") -> JSONValue {
        world.get("/transactions/\(id)/token")["cardToken"] ?? .null
    }

    private func order(_ token: JSONValue, _ amount: JSONValue = "10.00") -> JSONValue {
        ["cardToken": token, "amount": amount, "currency": "EUR", "channel": "MO"]
    }

    @Test("the token of a sale pays another one")
    func sale() throws {
        let world = try SandboxWorld(.quiet)
        world.sell(1410)
        let reply = world.post("/moto/sale", order(token(world), "10.00"))
        #expect(reply.status == 200 && reply["@type"] == "sale" && reply["issuerResponseCode"] == "00")
        #expect(reply["amount"] == "10.00" && reply["approvalCode"]?.stringValue?.utf8.count == 5)
        #expect(reply["guid"]?.stringValue?.utf8.count == 36)
        #expect(reply["retrievalReferenceNumber"] == "0000511000002")
        #expect(world.ledger.last == "MOTO_SALE 1000 AUTHORISED")
    }

    @Test("its reference is kept, unless the sandbox has the known issue")
    func reference() throws {
        for honours in [true, false] {
            let world = try SandboxWorld { $0.honoursMotoReference = honours }
            world.sell(1410, under: "76543210-89ab-4cde-8f01-23456789abcd")
            var members = order(token(world)).members
            members.append(.init("transactionReference", .string(SandboxWorld.reference)))
            members[1].value = "9.99"
            #expect(world.post("/moto/sale", .object(members)).status == 200)
            #expect(world.status().status == (honours ? 200 : 404))
        }
    }

    @Test("a refund goes back to a sale or to a token, and to no more than was paid")
    func refund() throws {
        let world = try SandboxWorld(.quiet)
        world.sell(1410)
        func refund(_ amount: JSONValue, _ currency: JSONValue = "EUR") -> Reply {
            world.post("/moto/refund", ["originalGuid": "a", "amount": amount, "currency": currency])
        }
        #expect(refund("14.11").errorCode == 3209)
        #expect(refund("1.00", "GBP").errorCode == 3210)
        #expect(refund("14.10")["@type"] == "refund")
        #expect(world.status()["finStatus"] == "REFUNDED")
        #expect(world.post("/moto/refund", order(token(world), "2.00")).status == 200)
        #expect(world.post("/moto/refund", ["amount": "1.00", "currency": "EUR"]).status == 422)
    }

    @Test("a reversal undoes the whole of one, once")
    func reversal() throws {
        let world = try SandboxWorld(.quiet)
        world.sell(1410)
        let sale = world.post("/moto/sale", order(token(world), "10.00"))["guid"] ?? .null
        func reverse(_ id: JSONValue, _ amount: JSONValue) -> Reply {
            world.post("/moto/reversal", ["originalGuid": id, "amount": amount, "currency": "EUR"])
        }
        #expect(reverse("a", "14.10").errorCode == 3153)
        #expect(reverse(sale, "5.00").errorCode == 3109)
        #expect(reverse(sale, "10.01").errorCode == 4066)
        #expect(reverse(sale, "10.00")["type"] == "motoReversalResponse")
        #expect(reverse(sale, "10.00").errorCode == 3051)
    }

    @Test("a refused one says so by the issuer's code, a failed one by its status")
    func refused() throws {
        let world = try SandboxWorld(.demoMerchant)
        world.sell(1410)
        let declined = world.post("/moto/sale", order(token(world), "37.84"))
        #expect(declined.status == 200 && declined["issuerResponseCode"] == "05" && declined["approvalCode"] == nil)
        let failed = world.post("/moto/sale", order(token(world), "37.68"))
        #expect(failed.status == 400 && failed["error"]?["details"]?["httpStatus"] == 408)
        #expect(world.ledger.suffix(2) == ["MOTO_SALE 3784 DECLINED", "MOTO_SALE 3768 FAILED"])
    }

    @Test("tokens that nobody has, and transactions without one, are refused")
    func tokens() throws {
        let world = try SandboxWorld()
        world.sell(1410)
        let reversal = world.post("/reversal", ["originalGuid": "a"])["reversalGuid"]?.stringValue ?? ""
        func code(_ id: String) -> JSONValue? {
            world.get("/transactions/\(id)/token")["error"]?["details"]?["body"]?["error"]?["errorCode"]
        }
        #expect(code("nobody") == 5001 && code(reversal) == 3112)
        #expect(world.post("/moto/sale", order("VT0")).errorCode == 5252)
        #expect(world.post("/moto/sale", ["amount": "1.00", "currency": "EUR"]).status == 422)
    }
}

@Suite("Batches")
struct BatchTests {
    private let whose: [JSONValue.Member] = [
        .init("serialNumber", .string(SandboxWorld.serialNumber)), .init("deviceType", "HILITE"),
    ]

    private func batch(
        _ world: SandboxWorld, _ call: String, _ number: JSONValue? = nil, _ cursor: JSONValue? = nil
    ) -> Reply {
        let more = [("batchNumber", number), ("retrievalReferenceNumber", cursor)].compactMap { name, value in
            value.map { JSONValue.Member(name, $0) }
        }
        return world.post("/batch/\(call)", .object(whose + more))
    }

    @Test("a batch has what happened since the last closing, and its net amount")
    func closing() throws {
        let world = try SandboxWorld()
        world.sell(1410)
        world.sell(2500, id: "b")
        _ = world.post("/transactions/b/tip-adjustment", ["amount": "1.00"])
        _ = world.post("/reversal", ["originalGuid": "a"])
        let open = batch(world, "summary", "1")
        #expect(open["batchStatus"] == "OPEN" && open["closedAt"] == nil)
        let closed = batch(world, "close")
        #expect(closed.status == 200 && closed["batchNumber"] == "1" && closed["batchStatus"] == "CLOSED")
        #expect(closed["transactionCount"] == "3" && closed["netAmount"] == "26.00")
        #expect(closed["closedAt"] == "20260310101610000")
        world.sell(500, id: "c")
        #expect(batch(world, "summary", "2")["netAmount"] == "5.00")
        #expect(batch(world, "summary", "1")["netAmount"] == "26.00")
    }

    @Test("what can't be closed is refused by name")
    func refused() throws {
        let world = try SandboxWorld()
        #expect(batch(world, "close")["error"]?["code"] == "NO_TRANSACTIONS")
        world.sell(1410)
        _ = batch(world, "close")
        #expect(batch(world, "close", "1")["error"]?["code"] == "BATCH_ALREADY_CLOSED")
        #expect(batch(world, "close", "3")["error"]?["code"] == "BATCH_NUM_ERR_005")
        #expect(batch(world, "summary", "0")["error"]?["code"] == "BATCH_NUM_ERR_005")
        #expect(batch(world, "summary").status == 422)
    }

    @Test("the detail comes in pages of five")
    func detail() throws {
        let world = try SandboxWorld()
        for id in 1...7 { world.sell(100, id: "\(id)") }
        let first = batch(world, "detail", "1")["details"]?.elements ?? []
        let second = batch(world, "detail", "1", first.last?["retrievalReferenceNumber"])["details"]?.elements ?? []
        #expect(first.count == 5 && second.count == 2)
        #expect((first + second).compactMap { $0["batchDetailElementGuid"]?.stringValue } == (1...7).map { "\($0)" })
        #expect(first.first?["transactionType"] == "SALE" && first.first?["amount"] == "1.00")
    }
}
