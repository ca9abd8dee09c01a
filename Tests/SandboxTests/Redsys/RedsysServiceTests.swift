import Acquirer
import Crypto
import Payments
import Sandbox
import Testing

@Suite("Get Mini: the login")
struct RedsysLoginTests {
    private let body: JSONValue = ["user": "sandbox", "password": "sandbox-password"]
    private let licence = ["x-app-license": "SANDBOX-LICENCE"]

    @Test("who may use the terminal is told its key")
    func login() throws {
        let reply = try RedsysWorld().post("/getmini/v1/login", body, licence)
        let merchant = reply["merchantList"]?.elements.first
        let terminal = merchant?["terminalList"]?.elements.first
        #expect(reply.status == 200 && merchant?["fuc"] == "999008881" && merchant?["name"] == "Demo Shop")
        #expect(terminal?["terminal"] == "1" && terminal?["currency"] == "978")
        #expect(Base64.standard.bytes(terminal?["signatureKey"]?.stringValue ?? "")?.count == 24)
    }

    @Test("the licence comes first, then the body, then user and password")
    func refusals() throws {
        let world = try RedsysWorld()
        func ask(_ body: JSONValue, _ headers: [String: String]) -> [String] {
            let reply = world.post("/getmini/v1/login", body, headers)
            return [String(reply.status), reply["codigo"]?.stringValue ?? ""]
        }
        #expect(ask("x", [:]) == ["403", "4403"])
        #expect(ask(body, ["X-App-License": "OTHER"]) == ["403", "4403"])
        for unreadable: JSONValue in ["x", [:], ["user": "sandbox"], ["user": 1, "password": "sandbox-password"]] {
            #expect(ask(unreadable, licence) == ["400", "4400"])
        }
        #expect(ask(["user": "other", "password": "sandbox-password"], licence) == ["401", "4401"])
        #expect(ask(["user": "sandbox", "password": "other"], licence) == ["401", "4401"])
    }

    @Test("a key that is not base64 of 24 bytes is none", arguments: ["", "AAAA", "sq7HjrUOBfKmC576ILgskD5srU870gJ?"])
    func key(text: String) {
        #expect(throws: SecretError.length) { try RedsysKey(text: Array(text.utf8)) }
    }
}

@Suite("Get Mini: pictures of signatures")
struct RedsysPictureTests {
    private static let gif = Array("GIF89a".utf8) + [1, 2, 3]

    private func send(
        _ world: RedsysWorld, _ rts: String?, _ image: [UInt8] = gif, format: String = "4",
        order: String = RedsysWorld.order, _ version: RedsysSigner.Version = .v1
    ) throws -> String? {
        let fields = [
            "DS_MERCHANT_MERCHANTCODE": "999008881", "DS_MERCHANT_TERMINAL": "1", "DS_MERCHANT_ORDER": order,
            "X_RTS": rts ?? "", "X_FORMAT": format, "X_IMAGE": Base64.standard.text(image),
        ]
        let envelope = try RedsysSigner().envelope(fields, order: order, version)
        let reply = world.post("/getmini/v1/firma", envelope)
        return reply.status == 200 ? reply["codigo"]?.stringValue : nil
    }

    @Test("each format is known by its first bytes", arguments: RedsysSigner.Version.allCases)
    func formats(version: RedsysSigner.Version) throws {
        let images: [(String, [UInt8])] = [
            ("1", Array("BM......".utf8)), ("2", [0xFF, 0xD8, 0xFF, 0xE0]), ("3", [0x49, 0x49, 0x2A, 0]),
            ("3", [0x4D, 0x4D, 0, 0x2A]), ("4", Self.gif),
        ]
        for (format, image) in images {
            let world = try RedsysWorld()
            let sale = try world.sell(1410)
            #expect(try send(world, sale.rrn, image, format: format, version) == "0000")
        }
    }

    @Test("a picture is taken once")
    func twice() throws {
        let world = try RedsysWorld()
        let sale = try world.sell(1410)
        #expect(try send(world, sale.rrn) == "0000")
        #expect(try send(world, sale.rrn) == "4409")
    }

    @Test("it belongs to a sale of that order and number")
    func operation() throws {
        let world = try RedsysWorld()
        let (sale, declined) = (try world.sell(1410), try world.sell(1000, order: "0001"))
        #expect(try send(world, "000000000000") == "4404")
        #expect(try send(world, "") == "4404")
        #expect(try send(world, sale.rrn, order: "0002") == "4404")
        #expect(try send(world, declined.rrn, order: "0001") == "4404")
    }

    @Test("it has a known format, fits it, and has at most 65536 bytes")
    func images() throws {
        let world = try RedsysWorld()
        let sale = try world.sell(1410)
        #expect(try send(world, sale.rrn, format: "5") == "4415")
        #expect(try send(world, sale.rrn, format: "1") == "4415")
        #expect(try send(world, sale.rrn, []) == "4415")
        let large = Self.gif + [UInt8](repeating: 0, count: 65_536 - Self.gif.count)
        #expect(try send(world, sale.rrn, large + [0]) == "4413")
        #expect(try send(world, sale.rrn, large) == "0000")
    }

    @Test("it is signed")
    func signed() throws {
        let world = try RedsysWorld()
        var envelope = try RedsysSigner().envelope(
            ["DS_MERCHANT_MERCHANTCODE": "999008881", "DS_MERCHANT_TERMINAL": "1"], order: "0001", .v1)
        #expect(world.post("/getmini/v1/firma", envelope)["codigo"] == "4442")
        envelope = "no envelope"
        #expect(world.post("/getmini/v1/firma", envelope)["codigo"] == "4400")
    }
}
