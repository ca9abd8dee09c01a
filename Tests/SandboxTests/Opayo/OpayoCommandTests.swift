import Payments
import Sandbox
import TestKit
import Testing

@Suite("Commands of Opayo's")
struct OpayoCommandTests {
    private let members: [(String, JSONValue?)] = [
        ("method", "openPaymentGateway"), ("requestId", "r-1"), ("targetType", "paymentGatewayOpayo"),
        ("version", "1.0"), ("parameters", .object(OpayoWorld.account)),
    ]

    private func ask(_ change: [String: JSONValue]) throws -> Reply {
        try OpayoWorld().send(JSONValue.object(members.map { ($0.0, change[$0.0] ?? $0.1) }).bytes)
    }

    @Test("the request's id comes back, and nothing is wrong")
    func whole() throws {
        let reply = try ask([:])
        #expect(reply["requestId"] == "r-1" && reply["statusDetails"] == "OK" && reply["completed"] == true)
    }

    @Test("what is no JSON object has a wrong format", arguments: ["", "[]", "{", "7", "\u{0}", "{\"a\":1,\"a\":1}"])
    func bodies(body: String) throws {
        let reply = try OpayoWorld().send(Array(body.utf8))
        #expect(reply["statusDetails"] == "INVALID_REQUEST_FORMAT" && reply["data"] == nil && reply.status == 200)
    }

    @Test("what is missing is told apart from what is wrong")
    func wrong() throws {
        for name in ["method", "requestId", "targetType", "version", "parameters"] {
            #expect(try ask([name: .null])["statusDetails"] == "MISSING_REQUIRED_PARAMETER")
            let reply = try ask([name: 7])
            #expect(reply["statusDetails"] == "INVALID_REQUIRED_PARAMETER" && reply["data"] == nil)
        }
        for (name, value) in [("method", "no"), ("targetType", "no"), ("version", "2.0")] {
            #expect(try ask([name: .string(value)])["statusDetails"] == "INVALID_REQUIRED_PARAMETER")
        }
        #expect(try ask(["targetType": "paymentGatewayConverge"])["statusDetails"] == "TARGET_UNAVAILABLE")
    }

    @Test("of parameters, too")
    func parameters() throws {
        let world = try OpayoWorld()
        for name in ["app", "merchantId", "clientId", "password", "paymentGatewayEnvironment"] {
            #expect(world.open([name: .null]).status == "MISSING_REQUIRED_PARAMETER")
            #expect(world.open([name: 7]).status == "INVALID_REQUIRED_PARAMETER")
        }
        #expect(world.open(["paymentGatewayEnvironment": "TEST"]).status == "INVALID_REQUIRED_PARAMETER")
        #expect(world.open(["retrieveAccountInfo": "yes"]).status == "INVALID_REQUIRED_PARAMETER")
    }

    @Test("amounts are whole minor units in a currency that there is")
    func amounts() throws {
        let client = try OpayoWorld().session()
        func ask(_ money: JSONValue?) -> String? {
            client.ask(
                "linkedRefund",
                [
                    ("originalTransId", "1"), ("originalAuthCode", "A"), ("tenderType", "CARD"),
                    ("baseTransactionAmount", money),
                ]
            ).status
        }
        #expect(ask(nil) == "MISSING_REQUIRED_PARAMETER")
        #expect(ask(["currencyCode": "GBP"]) == "MISSING_REQUIRED_PARAMETER")
        for value: JSONValue in [0, -1, "1", .fraction(1.5), .integer(.max)] {
            #expect(ask(["value": value, "currencyCode": "GBP"]) == "INVALID_REQUIRED_PARAMETER")
        }
        #expect(ask(["value": 1, "currencyCode": "XYZ"]) == "INVALID_REQUIRED_PARAMETER")
        #expect(ask(["value": 1, "currencyCode": "GBP"]) == "OK")
    }

    @Test("there is one path, and it is posted to")
    func paths() throws {
        let world = try OpayoWorld()
        #expect(world.sandbox.answer(SandboxRequest("GET", "/elavon/rest/command")).status == 404)
        #expect(world.sandbox.answer(SandboxRequest("POST", "/elavon/rest/other")).status == 404)
        #expect(world.sandbox.answer(SandboxRequest("POST", "/redsys/getmini/v1/login")).status == 404)
    }
}

@Suite("Accounts of Opayo's")
struct OpayoAccountTests {
    @Test("the account's data come if they are asked for")
    func info() throws {
        let world = try OpayoWorld()
        let answer = world.open(["retrieveAccountInfo": true])
        let data = answer["openPaymentGatewayData"]
        #expect(data?["result"] == "SUCCESS" && answer.isCompleted == true && answer.errors.isEmpty)
        #expect(data?["accountInfo"]?["name"] == "Demo Shop" && data?["accountInfo"]?["currencyCode"] == "GBP")
        #expect(world.open()["openPaymentGatewayData"]?["accountInfo"] == nil)
    }

    @Test("wrong credentials open nothing")
    func credentials() throws {
        let world = try OpayoWorld()
        for change: [String: JSONValue] in [
            ["merchantId": "1"], ["clientId": "other"], ["password": "other"],
            ["password": .null, "passwordHash": "v1$x$y"],
        ] {
            let answer = world.open(change)
            #expect(answer.errors == ["ECLTransactionInvalidCredentials"] && answer.session == nil)
            #expect(answer["openPaymentGatewayData"]?["result"] == "FAILED")
        }
    }

    @Test("an operator's PIN is asked for where the account has one, and all that is wrong is told")
    func pin() throws {
        let world = try OpayoWorld()
        let merchant: JSONValue = "1000002"
        #expect(world.open(["merchantId": merchant]).errors == ["ECLOperatorPinRequired"])
        #expect(world.open(["merchantId": merchant, "operatorPin": "1"]).errors == ["ECLOperatorPinInvalid"])
        #expect(world.open(["merchantId": merchant, "operatorPin": "2580"]).session != nil)
        #expect(
            world.open(["merchantId": merchant, "password": "other"]).errors == [
                "ECLTransactionInvalidCredentials", "ECLOperatorPinRequired",
            ])
    }

    @Test("nobody gets far without a session, and the oldest of too many is closed")
    func sessions() throws {
        let world = try OpayoWorld()
        #expect(OpayoClient(world: world, id: "other").search().errors == ["ECLTransactionInvalidCredentials"])
        let first = try world.session()
        let sale = try world.sell(1410)
        let channel = first.refund(sale, 1).channel
        for _ in 1...63 { _ = world.open() }
        #expect(first.search().errors.isEmpty)
        let other = try world.session()
        #expect(first.status(channel).errors == ["ECLTransactionInvalidCredentials"])
        #expect(other.status(channel).errors == ["ECLTransactionInvalidTransactionRequest"], "another one's")
    }

    @Test("with its first money the password is exchanged for a hash, and once that is used only it counts")
    func hash() throws {
        let world = try OpayoWorld()
        let client = try world.session()
        let sale = try world.sell(1410)
        let channel = client.refund(sale, 410).channel
        #expect(client.status(channel)["passwordHash"] == nil)
        #expect(world.open().session != nil, "not told yet")
        let hash = try #require(client.status(channel)["passwordHash"]?.stringValue)
        #expect(hash.hasPrefix("v1$") && hash.split(separator: "$").count == 3)
        #expect(client.status(channel)["passwordHash"]?.stringValue == hash, "an answer may be lost")
        #expect(client.refunded(sale, 1)["passwordHash"]?.stringValue == hash, "the same again until it is used")
        #expect(world.open().session != nil, "nobody is locked out by an answer that was lost")
        let again = world.open(["password": .null, "passwordHash": .string(hash)])
        #expect(world.open().errors == ["ECLPasswordExpired"])
        #expect(world.open(["password": "other"]).errors == ["ECLTransactionInvalidCredentials"])
        let second = OpayoClient(world: world, id: try #require(again.session))
        #expect(second.refunded(sale, 1)["passwordHash"] == nil)
    }
}

@Suite("Updates of readers at Opayo's")
struct OpayoUpdateTests {
    private let serial: (String, JSONValue?) = ("cardReader", "0123456789")

    private func required(_ client: OpayoClient) -> JSONValue? {
        client.ask("getRequiredTmsUpdateType", [serial])["requiredTmsUpdateType"]
    }

    private func status(_ client: OpayoClient, _ channel: String?) -> OpayoAnswer {
        client.ask("getTmsUpdateStatus", [("chanId", channel.map(JSONValue.string))])
    }

    @Test("a reader wants a full update first, and a normal one after a day")
    func required() throws {
        let world = try OpayoWorld()
        let client = try world.session()
        #expect(required(client) == "FULL")
        #expect(client.ask("performTmsUpdate", [serial, ("type", "NORMAL")]).errors == ["ECLTmsUpdateRequired"])
        let channel = client.ask("performTmsUpdate", [serial, ("type", "FULL")]).channel
        for _ in 1...2 { _ = status(client, channel) }
        #expect(required(client) == "FULL", "not done yet")
        _ = status(client, channel)
        #expect(required(client) == "NONE")
        world.clock.advance(by: .seconds(86_400))
        #expect(required(client) == "NORMAL")
        let normal = client.ask("performTmsUpdate", [serial, ("type", "NORMAL")]).channel
        for _ in 1...3 { _ = status(client, normal) }
        #expect(required(client) == "NONE")
        #expect(client.ask("getRequiredTmsUpdateType", [("cardReader", "9")])["requiredTmsUpdateType"] == "FULL")
    }

    @Test("it goes on step by step, and ends with the terminal's profile as often as it is asked")
    func steps() throws {
        let client = try OpayoWorld().session()
        let channel = client.ask("performTmsUpdate", [serial, ("type", "FULL")]).channel
        #expect(status(client, channel).events == ["TMS_DOWNLOADING"])
        let second = status(client, channel)
        #expect(second.events == ["TMS_DOWNLOADING", "TMS_APPLYING"] && second.isCompleted == false)
        for _ in 1...2 {
            let last = status(client, channel)
            let profile = last["terminalProfile"]
            #expect(last.isCompleted == true && profile?["voiceReferralPhone"] == "+44 1632 960000")
            #expect(profile?["currency"] == "GBP" && profile?["operatorPinRequired"] == false)
            #expect(profile?["contactlessLimit"]?.integerValue == 10_000 && profile?["floorLimit"] == 0)
        }
        #expect(status(client, "c-99").errors == ["ECLTransactionInvalidTransactionRequest"])
    }
}
