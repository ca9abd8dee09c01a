import Payments
import Sandbox
import Testing

@Suite("Plans of what goes wrong with answers")
struct GatewayFaultsTests {
    @Test("a plan is read from text")
    func text() {
        typealias Fault = GatewayFaults.Fault
        let plan = GatewayFaults("drop=3,error-500=2,html=4,half=5,late=6,409=1,wrong-currency=7,foreign=8")
        let faults = [
            Fault(.drop, at: 3), Fault(.serverError, at: 2), Fault(.html, at: 4), Fault(.half, at: 5),
            Fault(.late, at: 6), Fault(.conflict, at: 1), Fault(.wrongCurrency, at: 7), Fault(.foreign, at: 8),
        ]
        #expect(plan == GatewayFaults(faults))
    }

    @Test(
        "what is no plan is none",
        arguments: ["", "drop", "drop=", "drop=0", "drop=-1", "lost=1", "drop=1,", "drop=1=2"])
    func noPlan(text: String) {
        #expect(GatewayFaults(text) == nil)
    }
}

@Suite("Answers that go wrong")
struct SpoiltAnswerTests {
    /// What becomes of the only request that a sandbox gets.
    private func reversal(_ kind: GatewayFaults.Kind) throws -> (Reply, SandboxWorld) {
        let world = try SandboxWorld { $0.faults = GatewayFaults([.init(kind, at: 1)]) }
        world.sell(1410)
        return (world.post("/reversal", ["originalGuid": "a"]), world)
    }

    @Test("but for a conflict, what was asked for is done", arguments: GatewayFaults.Kind.allCases)
    func done(kind: GatewayFaults.Kind) throws {
        let (_, world) = try reversal(kind)
        #expect(world.ledger.count == (kind == .conflict ? 1 : 2))
        #expect(world.status()["finStatus"] == (kind == .conflict ? "AUTHORISED" : "CANCELLED"))
    }

    @Test("each in its way")
    func ways() throws {
        #expect(try reversal(.drop).0.answer.isDropped)
        #expect(try reversal(.serverError).0.status == 500)
        #expect(try reversal(.html).0.answer.contentType == "text/html")
        #expect(try reversal(.half).0.json == .null)
        #expect(try reversal(.late).0.answer.delay == .seconds(70))
        #expect(try reversal(.conflict).0.status == 409)
        #expect(try reversal(.wrongCurrency).0["currency"] == "USD")
        #expect(try reversal(.foreign).0["originalGuid"] != "a")
    }

    @Test("random ones follow from their seed")
    func random() throws {
        func statuses(_ seed: UInt64) throws -> [String] {
            let world = try SandboxWorld { $0.faults = GatewayFaults(random: seed, rate: 0.5) }
            world.sell(1410)
            return (0..<40).map { _ in
                let answer = world.status().answer
                return "\(answer.status) \(answer.isDropped) \(answer.delay) \(answer.body.count)"
            }
        }
        #expect(try statuses(7) == statuses(7))
        #expect(try statuses(7) != statuses(8))
        #expect(Set(try statuses(7)).count > 3)
    }
}
