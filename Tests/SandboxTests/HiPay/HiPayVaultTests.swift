import Acquirer
import Payments
import Sandbox
import TestKit
import Testing

@Suite("HiPay's vault")
struct HiPayVaultTests {
    @Test("a card becomes a token, which says all but the number")
    func created() throws {
        let world = try HiPayWorld()
        let answer = world.post("/rest/v2/token/create", HiPayWorld.card)
        #expect(answer.status == 201 && answer["multi_use"] == 0 && answer["request_id"] == "0")
        #expect(answer.text("token").count == 64 && answer["brand"] == "VISA")
        #expect(answer["pan"] == "411111xxxxxx1111" && answer["card_holder"] == "DEMO BUYER")
        #expect(world.get("/rest/v2/token/\(answer.text("token"))", ["request_id": "0"]).json == answer.json)
    }

    @Test("the beginning of a number says whose card it is")
    func brands() throws {
        let world = try HiPayWorld()
        let numbers = [
            ("5555555555554444", "MASTERCARD", "123"), ("2221000000000009", "MASTERCARD", "123"),
            ("378282246310005", "AMERICAN EXPRESS", "1234"), ("6703000000000000003", "BCMC", ""),
            ("5000550000000029", "MAESTRO", ""),
        ]
        for (number, brand, cvc) in numbers {
            let fields = HiPayWorld.card.merging(["card_number": number, "cvc": cvc]) { $1 }
            #expect(world.post("/rest/v2/token/create", fields)["brand"]?.stringValue == brand)
            #expect(world.post("/rest/v2/token", fields)["brand"]?.stringValue == brand)
        }
    }

    @Test(
        "a wrong card is refused",
        arguments: [
            ("card_number", "4111111111111112", "409"), ("card_number", "4111", "1010202"),
            ("card_number", "", "1010101"), ("card_number", "4111 1111 1111 1111", "1010204"),
            ("card_expiry_month", "13", "1010002"), ("card_expiry_month", "1", "1010202"),
            ("card_expiry_year", "2019", "1010002"), ("card_expiry_year", "2099", "1010002"),
            ("card_expiry_year", "31", "1010202"), ("card_holder", "", "1010101"),
            ("card_holder", String(repeating: "X", count: 61), "1010202"), ("cvc", "", "1010101"),
            ("cvc", "1234", "1010202"), ("cvc", "abc", "1010204"), ("multi_use", "2", "1010002"),
        ])
    func wrong(name: String, value: String, code: String) throws {
        let world = try HiPayWorld()
        #expect(world.post("/rest/v2/token/create", HiPayWorld.card.merging([name: value]) { $1 }).code == code)
    }

    @Test("holder and expiry can be changed, and a card deleted")
    func changed() throws {
        let world = try HiPayWorld()
        let token = try world.token()
        let update = [
            "request_id": "0", "card_token": token, "card_expiry_month": "01", "card_expiry_year": "2032",
            "card_holder": "OTHER",
        ]
        #expect(world.post("/rest/v2/token/update", update).status == 200)
        #expect(world.get("/rest/v2/token/\(token)")["card_holder"] == "OTHER")
        #expect(world.send("DELETE", "/rest/v2/token/\(token)").status == 204)
        let gone = world.get("/rest/v2/token/\(token)")
        #expect(gone.status == 500 && gone.code == "3040001")
        #expect(world.post("/rest/v2/token/update", update).code == "3040001")
        #expect(try world.order("14.10", with: ["cardtoken": token]).code == "3040001")
    }

    @Test("a token pays once, unless it is for more")
    func uses() throws {
        let world = try HiPayWorld()
        let (once, often) = (try world.token(), try world.token(["multi_use": "1"]))
        #expect(try world.order("1.00", "A", with: ["cardtoken": once]).status == 200)
        #expect(try world.order("1.00", "B", with: ["cardtoken": once]).code == "3040001")
        for id in ["C", "D"] { #expect(try world.order("1.00", id, with: ["cardtoken": often]).status == 200) }
    }

    @Test("the oldest card is forgotten for one too many")
    func bounded() throws {
        let world = try HiPayWorld()
        let first = try world.token()
        var second = ""
        for index in 0..<1024 {
            let token = try world.token()
            if index == 0 { second = token }
        }
        #expect(world.get("/rest/v2/token/\(first)").code == "3040001")
        #expect(world.get("/rest/v2/token/\(second)").status == 200)
    }

    @Test("a card's number is in no answer, no ledger and nothing that is remembered")
    func secrecy() throws {
        var mind = AcquirerMind(scenario: .default, seed: 1)
        var sandbox = HiPaySandbox(try HiPaySettings.development(seed: 1, scenario: .default))
        let headers = ["Authorization": HiPayWorld.basic, "Content-Type": "application/x-www-form-urlencoded"]
        func ask(_ path: String, _ fields: [String: String]) -> SandboxAnswer {
            let request = SandboxRequest("POST", path, headers: headers, body: HiPayWorld.form(fields))
            return sandbox.answer(request, at: VirtualClock().wallTime(), asking: &mind)
        }
        let pan = HiPayWorld.pan
        let card = HiPayWorld.card.merging(["card_holder": "MR \(pan)"]) { $1 }
        let created = ask("/rest/v2/token/create", card)
        let token = (try JSONValue.parse(created.body))["token"]?.stringValue ?? ""
        let order = ask(
            "/rest/v1/order",
            [
                "orderid": "A", "operation": "Sale", "amount": "14.10", "currency": "EUR", "description": pan,
                "payment_product": "visa", "cardtoken": token, "cdata1": "4111 1111 1111 1111", "cid": pan,
                "email": "\(pan)@example.com",
            ])
        let wrong = ask("/rest/v2/token/create", card.merging(["cvc": ""]) { $1 })
        let ledger = mind.ledger.map(\.json.text).joined()
        let answers = [created, order, wrong].map { String(decoding: $0.body, as: UTF8.self) }.joined()
        var remembered = ""
        dump(sandbox, to: &remembered)
        dump(mind, to: &remembered)
        #expect(order.status == 200 && wrong.status == 400 && remembered.contains(token))
        for text in [ledger, answers, remembered] {
            #expect(!text.contains(pan) && !text.contains("4111 1111 1111 1111"))
        }
    }
}
