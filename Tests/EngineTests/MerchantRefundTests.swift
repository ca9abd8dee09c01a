import Acquirer
import Checkout
import Gateways
import Payments
import TestKit
import Testing
import Threads

@Suite("Refunds at merchants' gateways, whatever goes wrong (R5, E3, E9)")
struct MerchantRefundTests {
    @Test("a refund stands in journal and ledger", arguments: MerchantGateway.allCases)
    func refund(gateway: MerchantGateway) throws {
        let world = try MerchantWorld(gateway)
        world.refund(410)
        #expect(world.refund?.outcome == .approved)
        #expect(world.refund?.result?.authorisedAmount == 410)
        #expect(world.givenBack == [410])
    }

    @Test(
        "two refunds of one sale are two, and no third that is more than what is left",
        arguments: MerchantGateway.allCases)
    func several(gateway: MerchantGateway) throws {
        let world = try MerchantWorld(gateway)
        for amount: Int64 in [410, 410, 410] { world.refund(amount) }
        #expect(world.givenBack == [410, 410])
        #expect(world.rows.count { $0.intent?.operation == .linkedRefund && $0.outcome == .approved } == 2)
    }

    @Test("after the first the gateway's hash stands in the password's place, and the next refund uses it")
    func hash() throws {
        let world = try MerchantWorld(.opayo)
        #expect(!world.opayoAccount.withLock { $0.isHash })
        world.refund(100)
        #expect(world.opayoAccount.withLock { $0.isHash })
        world.refund(200)
        #expect(world.givenBack == [100, 200])
    }

    /// What the vendors' triggers spoil, and how it must end.
    @Test(
        "what the gateway spoils is found out",
        arguments: [
            (MerchantGateway.redsys, Int64(161), Outcome.declined, 0), (.redsys, 167, .approved, 1),
            (.redsys, 168, .approved, 1), (.redsys, 169, .failed, 0), (.redsys, 170, .approved, 1),
            (.opayo, 151, .declined, 0), (.opayo, 157, .approved, 1), (.opayo, 158, .failed, 0),
            (.opayo, 159, .failed, 0),
        ])
    func triggers(gateway: MerchantGateway, minorUnits: Int64, outcome: Outcome, booked: Int) throws {
        let world = try MerchantWorld(gateway, scenario: .triggers)
        world.refund(minorUnits)
        if world.refund?.isUnresolved == true { try world.comeBack() }
        #expect(world.refund?.outcome == outcome)
        #expect(world.givenBack.count == booked)
    }

    @Test(
        "the power goes at every step: nothing is given back twice, and what is stands in the journal",
        arguments: MerchantGateway.allCases)
    func powerCuts(gateway: MerchantGateway) throws {
        let whole = try MerchantWorld(gateway)
        whole.refund(410)
        let steps = whole.power.steps
        #expect(steps > 3)
        for step in 1...steps {
            let world = try MerchantWorld(gateway)
            world.power.cut(at: step)
            world.refund(410)
            try world.comeBack()
            let approved = world.refund?.outcome == .approved
            #expect(
                world.givenBack == (approved ? [410] : []),
                "cut at \(step): \(String(describing: world.refund?.outcome))")
            #expect(world.refund.map { !$0.isUnresolved } ?? true, "cut at \(step)")
        }
    }
}
