import Acquirer
import Payments
import Sandbox
import Testing

@Suite("Amounts for which Redsys' answers go wrong")
struct RedsysTriggerTests {
    private func world() throws -> RedsysWorld {
        let world = try RedsysWorld(.triggers)
        try world.sell(100_000)
        return world
    }

    @Test(
        "a denied refund is booked as declined, and the query has its code",
        arguments: [
            ("161", "0116"), ("162", "0101"), ("163", "0129"), ("164", "0180"), ("165", "0195"), ("166", "0909"),
            ("172", "0172"), ("173", "0173"), ("174", "0174"), ("196", "0190"),
        ])
    func denied(amount: String, code: String) throws {
        let world = try world()
        let answer = try world.refund(amount)
        #expect(answer["Ds_Response"] == code && answer["Ds_AuthorisationCode"] == "      ")
        #expect(try answer.isSigned())
        #expect(world.ledger.last == "MOTO_REFUND \(amount) DECLINED")
        #expect(try world.find("3").texts("Ds_Response") == [code])
    }

    @Test("the answer to 1.67 never comes, though it is done")
    func dropped() throws {
        let world = try world()
        #expect(try world.refund("167").reply.answer.isDropped)
        #expect(try world.find("3").texts("Ds_Response") == ["0900"])
    }

    @Test("the answer to 1.68 is wrongly signed, though it is done")
    func wronglySigned() throws {
        let world = try world()
        let answer = try world.refund("168")
        #expect(try answer["Ds_Response"] == "0900" && !answer.isSigned())
        #expect(world.ledger.last == "MOTO_REFUND 168 AUTHORISED")
    }

    @Test("1.69 fails as a call, and nothing is done")
    func failed() throws {
        let world = try world()
        #expect(try world.refund("169").error == "SIS0041")
        #expect(world.ledger.count == 1)
    }

    @Test("1.70 is not decided yet, and done when it is asked for")
    func undecided() throws {
        let world = try world()
        #expect(try world.refund("170")["Ds_Response"] == "9998")
        #expect(try world.find("3").texts("Ds_Response") == ["0900"])
    }

    @Test("other scenarios have no such amounts", arguments: [Scenario.default, .demoMerchant, .quiet])
    func elsewhere(scenario: Scenario) throws {
        let world = try RedsysWorld(scenario)
        try world.sell(100_000)
        for amount in ["161", "167", "169"] { #expect(try world.refund(amount)["Ds_Response"] == "0900") }
    }
}

@Suite("Faults of Redsys' answers")
struct RedsysFaultTests {
    private func answer(_ kind: GatewayFaults.Kind) throws -> (RedsysAnswer, RedsysWorld) {
        let world = try RedsysWorld { $0.faults = GatewayFaults([.init(kind, at: 1)]) }
        try world.sell(1410)
        return (try world.refund("410"), world)
    }

    @Test("another order, and another currency, are rightly signed")
    func changed() throws {
        let (foreign, _) = try answer(.foreign)
        #expect(foreign["Ds_Order"] == "0000FOREIGN0" && foreign["Ds_MerchantCode"] == "999000000")
        let (currency, world) = try answer(.wrongCurrency)
        #expect(try currency["Ds_Currency"] == "840" && currency.isSigned())
        #expect(world.ledger.count == 2)
    }

    @Test("a conflict does nothing, a lost or halved answer has done it")
    func done() throws {
        #expect(try answer(.conflict).1.ledger.count == 1)
        for kind in [GatewayFaults.Kind.drop, .half, .late, .html, .serverError] {
            let (reply, world) = try answer(kind)
            #expect(world.ledger.count == 2 && (kind == .drop) == reply.reply.answer.isDropped)
        }
    }

    @Test("a query's answer can be another order's, too, signed for the one that was asked for")
    func query() throws {
        let world = try RedsysWorld { $0.faults = GatewayFaults([.init(.foreign, at: 1)]) }
        try world.sell(1410)
        let found = try world.find("0")
        #expect(try found.texts("Ds_Order") == ["0000FOREIGN0"] && found.isSigned(for: RedsysWorld.order))
    }
}
