import Acquirer
import Payments
import Testing
import Time

@Suite("The acquirer decides")
struct AcquirerMindTests {
    private let now = WallTime(milliseconds: 0)

    @Test(
        "by scenario and amount",
        arguments: [
            (.default, 1050, .authorised), (.default, 1000, .declined), (.default, 2000, .authorised),
            (.default, 3000, .authorised), (.sdk, 1000, .declined), (.sdk, 8000, .authorised),
            (.sdk, 8099, .authorised), (.sdk, 8100, .declined), (.sdk, 9001, .authorised), (.sdk, 9005, .authorised),
            (.sdk, 9006, .declined), (.sdk, 9999, .declined), (.sdk, 10_000, .authorised),
            (.demoMerchant, 1000, .authorised), (.demoMerchant, 3779, .declined), (.demoMerchant, 3784, .declined),
            (.demoMerchant, 3793, .declined), (.demoMerchant, 3757, .partialApproval), (.demoMerchant, 3768, .failed),
            (.demoMerchant, 3741, .failed), (.triggers, 3779, .declined), (.triggers, 5701, .authorised),
            (.quiet, 1000, .authorised),
        ] as [(Scenario, Int64, FinStatus)])
    func verdicts(scenario: Scenario, amount: Int64, expected: FinStatus) {
        var mind = AcquirerMind(scenario: scenario, seed: 1)
        let answer = mind.decide(sale(amount, id: "a"), at: now).answer
        #expect(answer.finStatus == expected)
        #expect((answer.authorisedAmount == amount) == (expected == .authorised))
        #expect(answer.authorisationCode.utf8.count == (answer.authorisedAmount > 0 ? 5 : 0))
    }

    @Test("a partial approval is for less than was asked, and the ledger says how much")
    func partialApproval() {
        var mind = AcquirerMind(scenario: .demoMerchant, seed: 1)
        let decision = mind.decide(sale(3757, id: "a"), at: now)
        #expect(decision.answer.authorisedAmount == 1878)
        #expect(decision.entry?.json["authorisedAmount"] == 1878)
    }

    @Test("a repeated request gets the same answer and charges once")
    func repeated() {
        var mind = AcquirerMind(seed: 1)
        let first = mind.decide(sale(1050, id: "a"), at: now)
        let second = mind.decide(sale(1050, id: "a"), at: now)
        #expect(first.answer == second.answer)
        #expect(second.entry == nil)
        #expect(mind.ledger.count == 1)
    }

    @Test("an id that comes back with another amount is refused and charges nothing")
    func contradiction() {
        var mind = AcquirerMind(seed: 1)
        _ = mind.decide(sale(1050, id: "a"), at: now)
        #expect(mind.decide(sale(1051, id: "a"), at: now).answer.finStatus == .failed)
        #expect(mind.ledger.count == 1)
    }

    @Test("a sale that arrives after its reversal is not charged")
    func lateSale() {
        var mind = AcquirerMind(seed: 1)
        let reversed = mind.decide(reversal(of: "a", id: "r"), at: now).answer
        let late = mind.decide(sale(1050, id: "a"), at: now).answer
        #expect(reversed.finStatus == .declined)
        #expect(late.finStatus == .declined)
        #expect(mind.ledger.map(\.finStatus) == [.declined, .declined])
    }

    @Test("a sale is given back once, and a declined one not at all")
    func reversals() {
        var mind = AcquirerMind(seed: 1)
        _ = mind.decide(sale(1050, id: "a"), at: now)
        _ = mind.decide(sale(1000, id: "b"), at: now)
        for (original, id) in [("a", "r1"), ("a", "r2"), ("b", "r3")] {
            _ = mind.decide(reversal(of: original, id: id), at: now)
        }
        #expect(mind.ledger.suffix(3).map(\.finStatus) == [.authorised, .declined, .declined])
    }

    @Test("the same seed gives the same codes, another one others")
    func seeds() {
        var one = AcquirerMind(seed: 7)
        var same = AcquirerMind(seed: 7)
        var other = AcquirerMind(seed: 8)
        let codes = (0..<20).map { one.decide(sale(1050, id: "\($0)"), at: now).answer.authorisationCode }
        #expect(codes == (0..<20).map { same.decide(sale(1050, id: "\($0)"), at: now).answer.authorisationCode })
        #expect(codes != (0..<20).map { other.decide(sale(1050, id: "\($0)"), at: now).answer.authorisationCode })
        #expect(codes.allSatisfy { (1000...99_998).contains(Int($0) ?? 0) })
    }

    @Test("the generator is the published one")
    func splitMix() {
        // The first outputs for seed 1234567, as published with the reference implementation in C.
        var random = SplitMix64(seed: 1_234_567)
        #expect(random.next() == 6_457_827_717_110_365_317)
        #expect(random.next() == 3_203_168_211_198_807_973)
    }

    private func sale(_ amount: Int64, id: String) -> AcquirerRequest {
        AcquirerRequest(kind: .sale, amount: amount, currency: 978, customerReference: nil, id: id)
    }

    private func reversal(of original: String, id: String) -> AcquirerRequest {
        AcquirerRequest(
            kind: .reversal, amount: 1050, currency: 978, customerReference: nil, id: id, originalID: original)
    }
}
