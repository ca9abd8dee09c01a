import Acquirer
import Crypto
import Payments
import Sandbox
import TestKit
import Testing

@Suite("Who is answered, and how")
struct AnswerTests {
    @Test("nobody is without the key, before anything else is looked at", arguments: [nil, "", "KEY-OF-THE-TES", "x"])
    func key(key: String?) throws {
        let world = try SandboxWorld()
        let headers = key.map { ["ApiKeyCloud": $0] } ?? [:]
        for request in [
            SandboxRequest("GET", "/devices", headers: headers),
            SandboxRequest("POST", "/reversal", headers: headers, body: [0]),
        ] {
            let reply = Reply(world.sandbox.answer(request))
            #expect(reply.status == 403 && reply.errorName == "ForbiddenError")
            #expect(reply["error"]?["message"] == "No valid key found in header")
        }
    }

    @Test("the devices are listed under both names and below the names of the hosts")
    func devices() throws {
        let world = try SandboxWorld()
        for path in ["/devices", "/initialize", "/hp-cloud/devices"] {
            let device = world.get(path).json.elements.first
            #expect(device?["serial_number"]?.stringValue == SandboxWorld.serialNumber)
            #expect(device?["ssk"]?.stringValue == HandpointSettings.developmentSecret)
            #expect(device?["terminal_type"] == "HILITE" && device?["merchant_id_alpha"] == "Demo Shop")
        }
    }

    @Test("a sale on a terminal is refused: there is none, and a wrong form is told first")
    func terminal() throws {
        let world = try SandboxWorld()
        func start(_ more: String) -> Reply {
            let body = #"{"operation":"sale","serial_number":"1","terminal_type":"PAXA920","# + more + "}"
            return world.post("/transactions", Array(body.utf8))
        }
        let reply = start(#""amount":"1410","currency":"EUR""#)
        #expect(reply.status == 400 && reply["error"]?["message"]?["error"] == 1002)
        #expect(start(#""amount":1410"#).status == 422)
        #expect(start(#""amount":"14.10""#).status == 422)
        #expect(start(#""transactionReference":"1""#)["error"]?["name"] == "BadRequestError")
        #expect(world.get("/transaction-result/1-1").status == 404)
    }

    @Test(
        "what is no call is not found",
        arguments: ["/", "/nothing", "/transactions/a", "/transactions/a/b", "/transactions/a/status/1/2", "/hp-cloud"])
    func notFound(path: String) throws {
        #expect(try SandboxWorld().get(path).status == 404)
    }

    @Test("bodies that are no objects are bad requests", arguments: ["", "{", "[]", "1", "\u{0}"])
    func noObject(body: String) throws {
        let world = try SandboxWorld()
        for path in ["/reversal", "/moto/sale", "/batch/close", "/transactions/a/tip-adjustment"] {
            #expect(world.post(path, Array(body.utf8)).status == 400)
        }
    }

    @Test("random bytes never trap")
    func noise() throws {
        let world = try SandboxWorld()
        var random = SplitMix64(seed: 5)
        let paths = ["/reversal", "/moto/refund", "/batch/detail", "/sdk/financial/v1/tipadjustment/", "/transactions"]
        for round in 0..<500 {
            let body = random.bytes(Int.random(in: 0..<60, using: &random))
            #expect(world.post(paths[round % paths.count], body).status >= 400)
        }
    }

    @Test("what can't be written to the ledger is not done")
    func fullDisk() throws {
        let clock = VirtualClock()
        var mind = AcquirerMind(seed: 1)
        let sale = AcquirerRequest(kind: .sale, amount: 1410, currency: 978, customerReference: nil, id: "a")
        _ = mind.decide(sale, at: clock.wallTime())
        let acquirer = AcquirerDesk(mind: mind, clock: clock, file: try LedgerFile(path: "/dev/full"))
        let key = try Secret(copying: Array(SandboxWorld.key.utf8))
        let settings = HandpointSettings(key: key, secretDigits: key, seed: 2, scenario: .default)
        let sandbox = SandboxDesk(HandpointSandbox(settings), acquirer: acquirer)
        let reversal = SandboxRequest(
            "POST", "/reversal", headers: ["ApiKeyCloud": SandboxWorld.key], body: Array(#"{"originalGuid":"a"}"#.utf8))
        #expect(sandbox.answer(reversal).status == 503)
        #expect(acquirer.ledger.count == 1)
    }
}

@Suite("Amounts that spoil answers")
struct TriggerTests {
    @Test("5701: the first answer to each call is dropped, and what was asked for is done")
    func dropped() throws {
        let world = try SandboxWorld(.triggers)
        world.sell(5701)
        #expect([world.status(), world.status()].map(\.answer.isDropped) == [true, false])
        let first = world.post("/reversal", ["originalGuid": "a"])
        let second = world.post("/reversal", ["originalGuid": "a"])
        #expect(first.answer.isDropped && !second.answer.isDropped && second.errorCode == 3051)
        #expect(world.status()["finStatus"] == "CANCELLED")
    }

    @Test("5702: undefined for 20 seconds")
    func late() throws {
        let world = try SandboxWorld(.triggers)
        world.sell(5702)
        #expect(world.status()["finStatus"] == "UNDEFINED")
        world.clock.advance(by: .milliseconds(19_999))
        let feed = ["terminal_serial_number": SandboxWorld.serialNumber]
        #expect(world.status()["finStatus"] == "UNDEFINED")
        #expect(world.get("/transactions", query: feed).json.elements.isEmpty)
        world.clock.advance(by: .milliseconds(1))
        #expect(world.status()["finStatus"] == "AUTHORISED")
        #expect(world.get("/transactions", query: feed).json.elements.count == 1)
    }

    @Test("5703: undefined for ever")
    func never() throws {
        let world = try SandboxWorld(.triggers)
        world.sell(5703)
        world.clock.advance(by: .seconds(86_400))
        #expect(world.status()["finStatus"] == "UNDEFINED")
    }

    @Test("5704: the reversal is refused as a second one would be")
    func irreversible() throws {
        let world = try SandboxWorld(.triggers)
        world.sell(5704)
        #expect(world.post("/reversal", ["originalGuid": "a"]).errorCode == 3051)
        #expect(world.ledger.count == 1)
    }

    @Test("other scenarios have none of them", arguments: [5701, 5702, 5703, 5704] as [Int64])
    func others(amount: Int64) throws {
        let world = try SandboxWorld(.demoMerchant)
        world.sell(amount)
        #expect(world.status()["finStatus"] == "AUTHORISED" && !world.status().answer.isDropped)
        #expect(world.post("/reversal", ["originalGuid": "a"]).status == 200)
    }
}
