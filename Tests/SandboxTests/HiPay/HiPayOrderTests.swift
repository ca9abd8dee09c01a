import Acquirer
import Payments
import Sandbox
import TestKit
import Testing

@Suite("Orders at HiPay's sandbox")
struct HiPayOrderTests {
    @Test("a sale is captured at once, and stands in the ledger under its order")
    func sale() throws {
        let world = try HiPayWorld()
        let answer = try world.order("14.10", with: ["cdata3": "till 7", "cid": "c-9"])
        #expect(answer.status == 200 && answer.standing == "completed/118")
        #expect(answer["capturedAmount"] == "14.10" && answer["cdata3"] == "till 7")
        #expect(answer["order"]?["id"] == "ORDER-1" && answer["order"]?["customerId"] == "c-9")
        #expect(answer["paymentMethod"]?["pan"] == "411111******1111")
        let entry = try #require(world.acquirer.ledger.first)
        #expect(entry.kind == .motoSale && entry.amount == 1410 && entry.customerReference == "ORDER-1")
        #expect(entry.rrn == answer.text("transactionReference"))
        #expect(entry.authorisationCode == answer.text("authorizationCode"))
    }

    @Test("every value of a transaction is a text, or a block of them")
    func texts() throws {
        let answer = try HiPayWorld().order("14.10")
        for member in answer.json.members {
            #expect(member.value.stringValue != nil || !member.value.members.isEmpty, "\(member.name)")
        }
    }

    @Test("it is found by reference and by order, as it was answered")
    func found() throws {
        let world = try HiPayWorld()
        let answer = try world.order("14.10")
        #expect(world.read(answer).json == answer.json)
        #expect(world.find() == answer.json)
    }

    @Test("an unknown reference is an error, an unknown order has no transaction")
    func unknown() throws {
        let world = try HiPayWorld()
        #expect(world.get("/rest/v1/transaction/800000000042").code == "3000002")
        let none = world.get("/rest/v1/transaction", ["orderid": "NONE"])
        #expect(none.status == 200 && none["transaction"] == nil)
        #expect(world.get("/rest/v1/transaction").code == "1010101")
    }

    @Test("an order is taken once, whatever its amount is the second time")
    func duplicate() throws {
        let world = try HiPayWorld()
        _ = try world.order("14.10")
        #expect(try world.order("14.10").code == "3010004")
        #expect(try world.order("9.99").code == "3010004")
        #expect(world.ledger == ["MOTO_SALE 1410 AUTHORISED"])
    }

    @Test("what another merchant ordered is unknown, and its name is free")
    func merchants() throws {
        let world = try HiPayWorld { $0.accounts[1].mustSign = false }
        let other = [
            "Authorization": HiPayWorld.header(
                "Basic", HiPaySettings.developmentUserWhoSigns, HiPaySettings.developmentPassword)
        ]
        let answer = try world.order("14.10")
        let path = "/rest/v1/transaction/\(answer.text("transactionReference"))"
        #expect(world.get(path, [:], other).code == "3000002")
        #expect(try world.order("14.10", with: ["cardtoken": try world.token()], headers: other).code == "3040001")
        #expect(
            try world.order("14.10", with: ["cardtoken": try world.token([:], other)], headers: other).standing
                == "completed/118")
    }

    @Test("a refused sale is booked as one")
    func declined() throws {
        let world = try HiPayWorld()
        let answer = try world.order("10.00")
        #expect(answer.standing == "declined/113" && answer["reason"]?["code"] == "4010101")
        #expect(answer["authorizedAmount"] == "0.00")
        #expect(world.ledger == ["MOTO_SALE 1000 DECLINED"])
        #expect(world.maintain(answer, "refund").code == "3020202")
    }

    @Test(
        "a wrong field is refused with its code, and nothing is booked",
        arguments: [
            ("amount", "14.1", "1010205"), ("amount", "1410", "1010205"), ("amount", "-1.00", "1010205"),
            ("amount", "1e3.00", "1010205"), ("amount", ".10", "1010205"), ("amount", "0.00", "1010002"),
            ("amount", "99999999.99", "3010002"), ("amount", "999999999999999999.99", "3010002"),
            ("amount", "1.2.34", "1010205"), ("amount", "", "1010101"), ("currency", "JPY", "3010001"),
            ("currency", "eur", "3010001"), ("currency", "978", "3010001"), ("operation", "4", "1010203"),
            ("operation", "Steal", "1010002"), ("operation", "", "1010101"), ("orderid", "", "1010101"),
            ("orderid", String(repeating: "x", count: 65), "1010202"), ("orderid", "A\nB", "1010002"),
            ("orderid", "4111 1111-1111 1111", "1010002"), ("description", "", "1010101"),
            ("payment_product", "gold", "1020001"), ("payment_product", "", "1010101"), ("eci", "8", "1020002"),
            ("authentication_indicator", "3", "1010002"), ("cardtoken", "", "1010101"), ("cardtoken", "x", "3040001"),
            ("card_number", "4111111111111111", "1010002"), ("notify_url", "ftp://x", "1010002"),
        ])
    func fields(name: String, value: String, code: String) throws {
        let world = try HiPayWorld()
        let answer = try world.order("14.10", with: [name: value])
        #expect(answer.code == code && answer.status >= 400)
        #expect(world.ledger.isEmpty && world.find() == nil)
    }

    @Test("a terminal's order waits for its card until it is decided, or too old")
    func terminal() throws {
        let world = try HiPayWorld()
        let fields = [
            "eci": "10", "payment_product": "", "cardtoken": "", "initialize_payment_terminal": "1",
            "payment_terminal_id": "T1", "pos_transaction_lifetime": "60",
        ]
        let first = try world.order("14.10", "A", with: fields)
        #expect(first.standing == "pending/174")
        #expect(world.ledger.isEmpty)
        #expect((1...3).map { _ in world.read(first).standing } == ["pending/174", "pending/174", "completed/118"])
        let second = try world.order("14.10", "B", with: fields)
        world.clock.advance(by: .seconds(60))
        #expect(world.read(second).standing == "declined/114")
        #expect(world.ledger.count == 1)
        #expect(
            try world.order("14.10", "C", with: fields.merging(["payment_product": "visa"]) { $1 }).code == "1010002")
    }
}
