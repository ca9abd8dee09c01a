import Acquirer
import Crypto
import Payments
import Sandbox
import Testing

@Suite("The door of HiPay's sandbox")
struct HiPayAccessTests {
    private static let calls = [
        ("POST", "/rest/v1/order"), ("GET", "/rest/v1/transaction/1"), ("GET", "/rest/v1/transaction"),
        ("POST", "/rest/v1/maintenance/transaction/1"), ("POST", "/rest/v2/token/create"), ("POST", "/rest/v2/token"),
        ("POST", "/rest/v2/token/update"), ("GET", "/rest/v2/token/1"), ("DELETE", "/rest/v2/token/1"),
        ("GET", "/rest/v2/available-payment-products.json"), ("GET", "/rest/v2/security-settings"),
        ("GET", "/notifications"),
    ]

    @Test("nobody is let in without a password", arguments: calls)
    func closed(method: String, path: String) throws {
        let world = try HiPayWorld()
        let user = HiPaySettings.developmentUser
        let headers = [
            "", "Basic", "Basic !", "Basic " + Base64.standard.text([0xFF, 0xFE]), "Bearer x",
            HiPayWorld.header("Basic", user, "wrong"), HiPayWorld.header("Basic", "nobody", "sandbox-password"),
            HiPayWorld.header("HS", "nobody", "00"), HiPayWorld.header("Basic", user, ""),
        ]
        for header in headers {
            let answer = world.send(method, path, headers: ["Authorization": header])
            #expect(answer.status == 401 && answer.code == "1000001")
        }
    }

    @Test("a signature is for orders alone, and some merchants have to have one")
    func signing() throws {
        let world = try HiPayWorld()
        let signed = HiPayWorld.header("HS", HiPaySettings.developmentUser, "00")
        #expect(world.post("/rest/v2/token/create", HiPayWorld.card, ["Authorization": signed]).code == "1000001")
        let signer = HiPayWorld.header(
            "Basic", HiPaySettings.developmentUserWhoSigns, HiPaySettings.developmentPassword)
        #expect(try world.order("1.00", headers: ["Authorization": signer]).code == "1000002")
        let settings = world.get("/rest/v2/security-settings", [:], ["Authorization": signer])
        #expect(settings["hashingAlgorithm"] == "SHA512")
        #expect(world.get("/rest/v2/security-settings")["hashingAlgorithm"] == "SHA256")
    }

    @Test("what is at no path is nowhere, and what is asked in a wrong way is refused")
    func paths() throws {
        let world = try HiPayWorld()
        for path in ["", "/", "/rest", "/rest/v1/transaction/", "/rest/v1/transaction/1/2", "/rest/v3/order"] {
            #expect(world.get(path).status == 404)
        }
        #expect(world.get("/rest/v1/order").code == "1010001")
        #expect(world.get("/rest/v2/token/create").code == "1010003")
        #expect(world.get("/rest/v2/security-settings", [:], ["Accept-Charset": "utf-8"]).status == 403)
    }

    @Test(
        "a body is a form in UTF-8 or it is refused",
        arguments: [
            "application/json", "", "text/plain", "multipart/form-data; boundary=x",
            "application/x-www-form-urlencoded; charset=ISO-8859-1",
        ])
    func types(type: String) throws {
        let answer = try HiPayWorld().order("1.00", headers: ["Content-Type": type])
        #expect(answer.status == 415 && answer.code == "1010201")
    }

    @Test(
        "an encoding that lies is refused",
        arguments: ["orderid=%", "orderid=%4", "orderid=%zz", "orderid=%ff%fe", "%C3=1", "a=1&a=2", "orderid=\u{0}%80"])
    func encodings(text: String) throws {
        let world = try HiPayWorld()
        let answer = world.send("POST", "/rest/v1/order", body: Array(text.utf8))
        #expect(answer.status == 400 && answer.code == "1010201")
    }

    @Test("a body that is too long, or has too many fields, is refused")
    func sizes() throws {
        let world = try HiPayWorld()
        let long = world.send("POST", "/rest/v1/order", body: [UInt8](repeating: 0x61, count: 65_537))
        #expect(long.status == 413)
        let many = (0...256).map { "f\($0)=" }.joined(separator: "&")
        #expect(world.send("POST", "/rest/v1/order", body: Array(many.utf8)).code == "1010201")
    }

    @Test("noise is answered, and moves no money", arguments: 1...8)
    func noise(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let world = try HiPayWorld()
        let order = HiPayWorld.form([
            "orderid": "A", "operation": "Sale", "amount": "14.10", "currency": "EUR", "description": "é",
            "payment_product": "visa", "cardtoken": "00",
        ])
        for _ in 1...100 {
            for (method, path) in Self.calls {
                var body = Array(order.prefix(Int(random.next() % UInt64(order.count + 1))))
                for _ in 0..<(random.next() % 4) where !body.isEmpty {
                    body[Int(random.next() % UInt64(body.count))] = UInt8(truncatingIfNeeded: random.next())
                }
                let answer = world.send(method, path, body: body)
                #expect([200, 400, 401, 404, 500].contains(answer.status))
            }
        }
        #expect(world.ledger.isEmpty)
    }

    @Test("products are those that were asked for")
    func products() throws {
        let world = try HiPayWorld()
        func codes(_ query: [String: String]) -> [String] {
            world.get("/rest/v2/available-payment-products.json", query).json.elements
                .compactMap { $0["code"]?.stringValue }
        }
        #expect(codes([:]).count == 6)
        #expect(codes(["payment_product": "cb,visa,gold"]) == ["visa", "cb"])
        #expect(codes(["payment_product": "gold"]).isEmpty)
    }

    @Test("what the shop would have been told is kept, signed over its very bytes")
    func notifications() throws {
        let world = try HiPayWorld()
        let order = try world.order("14.10", with: ["notify_url": "https://shop.example/n", "cdata1": "a&b=é"])
        _ = world.maintain(order, "refund", "4.10", ["operation_id": "R-1"])
        let told = try #require(world.get("/notifications")["notifications"]?.elements)
        #expect(told.map { $0["url"] } == ["https://shop.example/n", "https://shop.example/n"])
        let bodies = told.compactMap { $0["body"]?.stringValue }
        #expect(bodies[0].hasPrefix("state=completed&reason=&test=true"))
        #expect(bodies[0].contains("&order%5Bid%5D=ORDER-1&") && bodies[0].contains("&cdata1=a%26b%3D%C3%A9&"))
        #expect(bodies[1].contains("&operation%5Bid%5D=R-1&") && bodies[1].contains("&status=126&"))
        for (text, entry) in zip(bodies, told) {
            let digest = SHA256.digest(Array((text + HiPaySettings.developmentPassphrase).utf8))
            #expect(
                entry["signature"]?.stringValue == digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
        }
    }
}
