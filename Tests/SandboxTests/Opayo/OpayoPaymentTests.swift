import Acquirer
import Payments
import Sandbox
import Testing

@Suite("Refunds at Opayo's")
struct OpayoRefundTests {
    @Test("a refund is booked at once, and told from the second answer on")
    func refund() throws {
        let world = try OpayoWorld()
        let client = try world.session()
        let sale = try world.sell(1410)
        let begun = client.refund(sale, 410)
        #expect(begun.isCompleted == false && begun.channel != nil)
        #expect(world.ledger.last == "MOTO_REFUND 410 AUTHORISED")
        let first = client.status(begun.channel)
        #expect(first.isCompleted == false && first.events == ["TRANSACTION_PROCESSING"] && first.data == nil)
        let done = client.status(begun.channel)
        #expect(done.isCompleted == true && done.events == ["TRANSACTION_PROCESSING", "TRANSACTION_COMPLETED"])
        let data = try #require(done.data)
        #expect(data["result"] == "APPROVED" && data["approved"] == true && data["transactionType"] == "LINKED_REFUND")
        #expect(data["amountAuthorized"] == ["value": 410, "currencyCode": "GBP"] && data["tenderType"] == "CARD")
        #expect(data["originalTransId"]?.stringValue == sale.rrn && data["merchantTransactionReference"] == "TILL-0002")
        #expect(data["id"]?.stringValue == world.acquirer.ledger.last?.rrn && data["authCode"]?.stringValue?.count == 6)
        #expect(data["utcDate"] == "20260310101610" && data["refundable"] == false && done.dataErrors.isEmpty)
        #expect(client.status(begun.channel).command == done.command)
        #expect(world.ledger.count == 2)
    }

    @Test("what can't be given back is refused, and nothing is booked")
    func refusals() throws {
        let world = try OpayoWorld()
        let client = try world.session()
        let sale = try world.sell(1410)
        var other = sale
        other.approval = "A00000"
        let invalid = "ECLTransactionInvalidTransactionRequest"
        let long = String(repeating: "x", count: 65)
        #expect(client.refund(other, 410).errors == [invalid])
        #expect(client.refund(sale, 1411).errors == [invalid])
        #expect(client.refund(sale, 410, long).errors == ["ECLTransactionFieldTooLong"])
        #expect(client.refund(other, 410, long).errors == [invalid, "ECLTransactionFieldTooLong"])
        _ = try world.decide(.voidSale, 1410, of: sale)
        let refused = client.refund(sale, 410)
        #expect(refused.errors == [invalid] && refused.channel == nil && refused.isCompleted == true)
        #expect(client.status("c-99").errors == [invalid])
        #expect(world.ledger == ["SALE 1410 AUTHORISED", "VOID_SALE 1410 AUTHORISED"])
    }

    @Test("a sale that was paid in another currency is not given back in this one")
    func currency() throws {
        let world = try OpayoWorld()
        let client = try world.session()
        let sale = try world.sell(1410)
        let answer = client.ask(
            "linkedRefund",
            [
                ("originalTransId", sale.rrn.map(JSONValue.string)),
                ("originalAuthCode", sale.approval.map(JSONValue.string)), ("tenderType", "CARD"),
                ("baseTransactionAmount", ["value": 1, "currencyCode": "EUR"]),
            ])
        #expect(answer.errors == ["ECLTransactionInvalidTransactionRequest"])
    }
}

@Suite("Sales that the issuer wants to be telephoned about")
struct OpayoReferralTests {
    private func begun() throws -> (OpayoWorld, OpayoClient, String?) {
        let world = try OpayoWorld(.triggers)
        let client = try world.session()
        let sale = try world.sell(1452)
        #expect(sale.code == 1 && sale.approval == nil)
        return (world, client, client.start(sale, 1452).channel)
    }

    private let right: JSONValue = ["handled": "APPROVED", "code": "123"]

    @Test("the number is shown while the question is open, and nothing is booked")
    func question() throws {
        let (world, client, channel) = try begun()
        for _ in 1...3 {
            let answer = client.status(channel)
            #expect(answer.isCompleted == false && answer["requiredInformation"] == ["VoiceReferral", "CardPresence"])
            #expect(answer["voiceReferral"]?["phone"] == "+44 1632 960000")
        }
        #expect(world.ledger == ["SALE 1452 DECLINED"])
    }

    @Test("the right code makes a sale of its own, once")
    func approved() throws {
        let (world, client, channel) = try begun()
        _ = client.status(channel)
        for _ in 1...2 { #expect(client.answer(channel, right).isCompleted == false) }
        let done = client.status(channel)
        #expect(done.isCompleted == true && done["requiredInformation"] == [])
        #expect(done.data?["result"] == "APPROVED" && done.data?["transactionType"] == "SALE")
        #expect(done.data?["merchantTransactionReference"]?.stringValue == OpayoWorld.reference)
        #expect(done.data?["refundable"] == true && done.data?["amountRefundable"]?["value"] == 1452)
        #expect(done["passwordHash"] != nil)
        #expect(world.ledger == ["SALE 1452 DECLINED", "SALE 1452 AUTHORISED"])
    }

    @Test("it can be given back like any other, and is no part of the pinpad's day")
    func afterwards() throws {
        let (world, client, channel) = try begun()
        _ = client.answer(channel, right)
        _ = client.status(channel)
        let data = client.status(channel).data
        let sale = TerminalAnswer(code: 0, rrn: data?["id"]?.stringValue, approval: data?["authCode"]?.stringValue)
        #expect(client.refunded(sale, 1452).data?["result"] == "APPROVED")
        #expect(world.acquirer.amend { mind, _ in mind.totals(of: "0123456789") } == [])
    }

    @Test("another code, and a no, decline it")
    func declined() throws {
        for said: JSONValue in [["handled": "APPROVED", "code": "321"], ["handled": "DENIED"]] {
            let (world, client, channel) = try begun()
            _ = client.answer(channel, said)
            #expect(client.answer(channel, right).errors == ["ECLTransactionInvalidTransactionRequest"], "said already")
            _ = client.status(channel)
            #expect(client.status(channel).data?["result"] == "DECLINED")
            #expect(world.ledger.count == 1)
        }
    }

    @Test("it can be cancelled as long as the question is open")
    func cancelled() throws {
        let (world, client, channel) = try begun()
        #expect(client.cancel(channel).errors.isEmpty)
        _ = client.status(channel)
        let done = client.status(channel)
        #expect(done.data?["result"] == "FAILED" && done.dataErrors == ["ECLCardReaderCanceled"])
        #expect(client.answer(channel, right).errors == ["ECLTransactionInvalidTransactionRequest"])
        #expect(world.ledger.count == 1)
        let (_, other, answered) = try begun()
        _ = other.answer(answered, right)
        #expect(other.cancel(answered).errors == ["ECLTransactionInvalidTransactionRequest"])
    }

    @Test("only the sale that was referred is asked about, and allowed once")
    func others() throws {
        let (world, client, channel) = try begun()
        let invalid = ["ECLTransactionInvalidTransactionRequest"]
        let referred = TerminalAnswer(code: 1, rrn: world.acquirer.ledger.first?.rrn)
        let (approved, declined) = (try world.sell(1410), try world.sell(3784))
        #expect(client.start(approved, 1410).errors == invalid)
        #expect(client.start(declined, 3784).errors == invalid)
        #expect(client.start(referred, 1453).errors == invalid)
        let second = client.start(referred, 1452).channel
        for channel in [channel, second] { _ = client.answer(channel, right) }
        _ = client.status(second)
        #expect(client.status(second).data?["result"] == "FAILED")
        #expect(world.ledger.count { $0 == "SALE 1452 AUTHORISED" } == 1)
        #expect(client.ask("continuePaymentTransaction", [("chanId", "c-1")]).status == "MISSING_REQUIRED_PARAMETER")
    }

    @Test("other scenarios refer nothing", arguments: [Scenario.default, .demoMerchant, .quiet])
    func elsewhere(scenario: Scenario) throws {
        #expect(try OpayoWorld(scenario).sell(1452).isApproved)
    }
}

@Suite("Amounts for which Opayo's answers go wrong")
struct OpayoTriggerTests {
    private func world() throws -> (OpayoWorld, OpayoClient, TerminalAnswer) {
        let world = try OpayoWorld(.triggers)
        return (world, try world.session(), try world.sell(100_000))
    }

    @Test("1.51 is declined by the issuer")
    func declined() throws {
        let (world, client, sale) = try world()
        let data = client.refunded(sale, 151).data
        #expect(data?["result"] == "DECLINED" && data?["responseCode"] == "05" && data?["approved"] == false)
        #expect(world.ledger.last == "MOTO_REFUND 151 DECLINED")
    }

    @Test("the answer that 1.57 is done is lost once, and has the hash of the password when it comes")
    func lost() throws {
        let (world, client, sale) = try world()
        let channel = client.refund(sale, 157).channel
        #expect(!client.status(channel).reply.answer.isDropped)
        let lost = client.status(channel)
        #expect(lost.reply.answer.isDropped)
        let done = client.status(channel)
        #expect(!done.reply.answer.isDropped && done.data?["result"] == "APPROVED")
        #expect(done["passwordHash"] != nil && done.command == lost.command)
        #expect(world.ledger.count == 2)
    }

    @Test("1.58 and 1.59 fail, and nothing is booked")
    func failed() throws {
        let (world, client, sale) = try world()
        let removed = client.refunded(sale, 158)
        #expect(removed.data?["result"] == "FAILED" && removed.dataErrors == ["ECLTransactionCardRemoved"])
        let both = client.refunded(sale, 159)
        #expect(both.dataErrors == ["ECLTransactionFieldTooLong", "ECLReversalFailed"])
        #expect(both.data?["result"] == "FAILED" && both.data?["id"] == nil && world.ledger.count == 1)
    }

    @Test("faults of answers change what Opayo's have", arguments: [GatewayFaults.Kind.foreign, .wrongCurrency])
    func faults(kind: GatewayFaults.Kind) throws {
        let world = try OpayoWorld { $0.faults = GatewayFaults([.init(kind, at: 4)]) }
        let data = try world.session().refunded(try world.sell(1410), 410).data
        let isForeign = kind == .foreign
        #expect((data?["merchantTransactionReference"] == "SOMEBODY-ELSE") == isForeign)
        #expect((data?["amountAuthorized"]?["currencyCode"] == "USD") == !isForeign)
    }
}

@Suite("What Opayo's gateway finds")
struct OpayoSearchTests {
    @Test("by reference, by number, and by day")
    func search() throws {
        let world = try OpayoWorld()
        let client = try world.session()
        let sale = try world.sell(1410)
        _ = client.refund(sale, 410)
        func types(_ members: [(String, JSONValue?)], on day: String = OpayoWorld.day) -> [String?] {
            (client.search(members, on: day)["transactions"]?.elements ?? []).map { $0["transactionType"]?.stringValue }
        }
        #expect(types([]) == ["SALE", "LINKED_REFUND"])
        #expect(types([("merchantTransactionReference", "TILL-0002")]) == ["LINKED_REFUND"])
        #expect(types([("transId", sale.rrn.map(JSONValue.string))]) == ["SALE"])
        #expect(types([("merchantTransactionReference", "other")]) == [])
        #expect(types([], on: "20260311") == [])
        let found = client.search([("transId", sale.rrn.map(JSONValue.string))])["transactions"]?.elements.first
        #expect(found?["amountRefundable"] == ["value": 1000, "currencyCode": "GBP"] && found?["refundable"] == true)
        #expect(found?["authCode"]?.stringValue == sale.approval)
    }

    @Test("days are digits, the first one not after the last")
    func days() throws {
        let client = try OpayoWorld().session()
        #expect(client.search(on: "2026031").status == "INVALID_REQUIRED_PARAMETER")
        #expect(client.search(on: "2026-3-1").status == "INVALID_REQUIRED_PARAMETER")
        let dates: [(String, JSONValue?)] = [("beginDate", "20260311"), ("endDate", "20260310")]
        #expect(client.ask("searchPaymentTransaction", dates).status == "INVALID_REQUIRED_PARAMETER")
        #expect(client.ask("searchPaymentTransaction", []).status == "MISSING_REQUIRED_PARAMETER")
    }

    @Test("a declined sale is told with the pinpad's code, a void as such")
    func others() throws {
        let world = try OpayoWorld()
        let client = try world.session()
        _ = try world.sell(1000)
        let sale = try world.sell(1410)
        _ = try world.decide(.voidSale, 1410, of: sale)
        let found = client.search()["transactions"]?.elements ?? []
        #expect(found.map { $0["result"]?.stringValue } == ["DECLINED", "APPROVED", "APPROVED"])
        #expect(found.map { $0["transactionType"]?.stringValue } == ["SALE", "SALE", "VOID"])
        #expect(found.map { $0["refundable"]?.boolValue } == [false, false, false])
        #expect(found.first?["responseCode"] == "51")
    }
}
