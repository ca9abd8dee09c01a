import Acquirer
import Payments
import Sandbox
import Testing

@Suite("Amounts for which HiPay's answers go wrong")
struct HiPayTriggerTests {
    @Test(
        "a refusal says why, and is booked as one",
        arguments: [
            ("1.51", "declined/113", "4010101", "DECLINED"), ("1.52", "declined/113", "4000003", "DECLINED"),
            ("1.54", "error/110", "4000004", "FAILED"),
        ])
    func refused(amount: String, standing: String, reason: String, booked: String) throws {
        let world = try HiPayWorld(.triggers)
        let answer = try world.order(amount)
        #expect(answer.status == 200 && answer.standing == standing)
        #expect(answer["reason"]?["code"]?.stringValue == reason)
        #expect(world.ledger.count == 1 && world.ledger[0].hasSuffix(booked))
        #expect(world.find() == answer.json)
    }

    @Test("what is pending is decided when it is read for the third time, once")
    func pending() throws {
        let world = try HiPayWorld(.triggers)
        let answer = try world.order("1.53")
        #expect(answer.standing == "pending/112" && answer["capturedAmount"] == "0.00")
        #expect(world.read(answer).standing == "pending/112")
        #expect(world.find()?["status"] == "112" && world.ledger.isEmpty)
        #expect(world.maintain(answer, "refund").code == "3020202")
        #expect(world.read(answer).standing == "completed/118")
        #expect(world.read(answer).standing == "completed/118")
        #expect(world.ledger == ["MOTO_SALE 153 AUTHORISED"])
    }

    @Test("a pending refund, too, is decided when it is read for the third time")
    func pendingRefund() throws {
        let world = try HiPayWorld(.triggers)
        let order = try world.order("9.00")
        #expect(world.maintain(order, "refund", "1.53").standing == "completed/124")
        #expect(world.maintain(order, "refund", "1.00").code == "3020202")
        #expect(world.ledger.count == 1)
        #expect((1...3).map { _ in world.read(order)["status"] } == ["124", "124", "126"])
        #expect(world.ledger == ["MOTO_SALE 900 AUTHORISED", "MOTO_REFUND 153 AUTHORISED"])
    }

    @Test("a pending capture and a pending cancellation end, too")
    func pendingCapture() throws {
        let world = try HiPayWorld(.triggers)
        let first = try world.order("9.00", "A", operation: "Authorization")
        #expect(world.maintain(first, "capture", "1.53").standing == "completed/117")
        #expect((1...3).map { _ in world.read(first)["status"] } == ["117", "117", "119"])
        let second = try world.order("1.53", "B", operation: "Authorization")
        #expect((1...3).map { _ in world.read(second)["status"] } == ["112", "112", "116"])
        #expect(world.maintain(second, "cancel").standing == "completed/175")
        #expect((1...3).map { _ in world.read(second)["status"] } == ["175", "175", "115"])
        #expect(world.ledger.suffix(2) == ["AUTHORIZATION 153 AUTHORISED", "RELEASE 153 AUTHORISED"])
    }

    @Test("a refund that the issuer refuses leaves the order as it was")
    func refusedRefund() throws {
        let world = try HiPayWorld(.triggers)
        let order = try world.order("9.00")
        let refund = world.maintain(order, "refund", "1.51")
        #expect(refund["status"] == "165" && refund["refundedAmount"] == "0.00")
        #expect(world.read(order).standing == "completed/118")
        #expect(world.ledger.last == "MOTO_REFUND 151 DECLINED")
        let blocked = try world.order("9.00", "B", operation: "Authorization")
        #expect(world.maintain(blocked, "capture", "1.52")["status"] == "173")
        #expect(world.read(blocked).standing == "completed/116")
    }

    @Test("whoever has to say yes is asked at the address of the sandbox", arguments: ["yes", "no"])
    func challenge(word: String) throws {
        let world = try HiPayWorld(.triggers)
        let answer = try world.order("1.55")
        #expect(answer.standing == "forwarding/140" && world.ledger.isEmpty)
        let path = "/challenge/\(answer.text("transactionReference"))"
        #expect(answer["forwardUrl"]?.stringValue == "http://127.0.0.1:8080/hipay\(path)")
        #expect(world.get(path, [:], ["Authorization": ""]).answer.contentType.hasPrefix("text/html"))
        #expect(world.post(path, ["answer": "perhaps"]).code == "1010002")
        #expect(world.post(path, ["answer": word]).status == 200)
        #expect(world.read(answer).standing == (word == "yes" ? "completed/118" : "declined/109"))
        #expect(world.post(path, ["answer": "yes"]).status == 404)
        #expect(world.ledger.count == (word == "yes" ? 1 : 0))
    }

    @Test("a card of the vendor's is asked for its payer where that is mandatory")
    func testCard() throws {
        let world = try HiPayWorld()
        let card = ["card_number": "4242424242424242", "multi_use": "1"]
        let token = try world.token(card)
        func standing(_ id: String, _ indicator: String) throws -> String {
            try world.order("14.10", id, with: ["cardtoken": token, "authentication_indicator": indicator]).standing
        }
        #expect(try standing("A", "1") == "completed/118")
        #expect(try standing("B", "2") == "forwarding/140")
        let asked = Reply(SandboxAnswer(["transactionReference": world.find("B")?["transactionReference"] ?? ""]))
        #expect(world.maintain(asked, "cancel").standing == "completed/115")
        #expect(world.ledger.count == 1)
    }

    @Test("an unknown token is an error of the server, and the order's name stays free")
    func unknownToken() throws {
        let world = try HiPayWorld(.triggers)
        let answer = try world.order("1.56")
        #expect(answer.status == 500 && answer.code == "3040001")
        #expect(world.find() == nil && world.ledger.isEmpty)
        #expect(try world.order("1.00").standing == "completed/118")
    }

    @Test("an answer is lost after the order was taken")
    func dropped() throws {
        let world = try HiPayWorld(.triggers)
        #expect(try world.order("1.57").answer.isDropped)
        #expect(world.find()?["status"] == "118")
        #expect(world.ledger == ["MOTO_SALE 157 AUTHORISED"])
    }

    @Test("an answer comes late")
    func late() throws {
        let world = try HiPayWorld(.triggers)
        let answer = try world.order("1.58")
        #expect(answer.answer.delay == .seconds(70) && answer.standing == "completed/118")
    }

    @Test("numbers may stand where texts are expected, beside members that nobody knows")
    func loose() throws {
        let world = try HiPayWorld(.triggers)
        let answer = try world.order("1.59")
        #expect(answer["status"]?.integerValue == 118 && answer["sandboxNovelty"] != nil)
        #expect(answer["transactionReference"]?.stringValue != nil && answer["capturedAmount"] == "1.59")
        #expect(world.find()?["0"]?["status"]?.integerValue == 118)
    }

    @Test("other scenarios have no such amounts")
    func quiet() throws {
        let world = try HiPayWorld(.quiet)
        for cents in 51...59 { #expect(try world.order("1.\(cents)", "O-\(cents)").standing == "completed/118") }
    }

    @Test(
        "faults spoil answers, and but for a conflict what was asked for is done",
        arguments: GatewayFaults.Kind.allCases)
    func faults(kind: GatewayFaults.Kind) throws {
        let world = try HiPayWorld { $0.faults = GatewayFaults([.init(kind, at: 2)]) }
        let whole = try HiPayWorld()
        let spoilt = try world.order("14.10", with: ["cardtoken": try world.token()])
        let right = try whole.order("14.10")
        #expect(spoilt.answer != right.answer)
        #expect(world.ledger.count == (kind == .conflict ? 0 : 1))
    }
}
