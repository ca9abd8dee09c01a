import Acquirer
import Checkout
import Payments
import Simulator
import TestKit
import Testing

@testable import Engine

@Suite("A till and readers with peculiarities")
struct QuirkTests {
    private func world(_ quirks: Set<Quirk>, scenario: Scenario = .default) throws -> SaleWorld {
        let world = try SaleWorld(scenario: scenario, quirks: quirks)
        try world.start()
        world.connect()
        return world
    }

    private func audit(_ world: SaleWorld, _ name: Comment) {
        Audit(world.desk.ledger).check(world.rows, unknownAllowed: false, name)
    }

    private func signature(in world: SaleWorld) throws -> PendingSignature {
        guard case .selling(_, let sale)? = world.engine?.snapshot.connection else { throw Missing() }
        return try #require(sale.signature)
    }

    private struct Missing: Error {}

    static let harmless: [Quirk] = [
        .nakStorm, .splitAcks, .prettyXML, .noCancelFlag, .latin1Receipt, .bigSignature, .signatureURL,
        .signatureBase64, .pendingFlagLies, .lateVerdict,
    ]

    @Test(
        "the outcome is the acquirer's, whatever the reader is like", arguments: harmless,
        [1050, 1000, 2000] as [Int64])
    func outcomes(_ quirk: Quirk, _ amount: Int64) throws {
        let world = try world([quirk])
        world.sell(amount)
        #expect(world.results == [[1000: .declined, 2000: .cancelled][amount] ?? .approved])
        audit(world, "\(quirk) \(amount)")
    }

    @Test("all of them at once change nothing")
    func together() throws {
        let world = try world([.nakStorm, .splitAcks, .prettyXML, .noCancelFlag, .latin1Receipt, .bigSignature])
        world.sell(3000)
        world.engine?.submit(.answerSignature(id: try signature(in: world).id, .accepted))
        world.settle()
        #expect(world.results == [.approved])
        audit(world, "together")
    }

    static let paperForms: [Quirk] = [.signatureURL, .signatureBase64, .bigSignature, .latin1Receipt, .prettyXML]

    @Test("a signature is decided in time whatever form its receipt has", arguments: paperForms, [true, false])
    func decided(_ quirk: Quirk, _ isAccepted: Bool) throws {
        let world = try world([quirk])
        world.sell(3000)
        let signature = try signature(in: world)
        #expect(!signature.receipt.isEmpty)
        world.engine?.submit(.answerSignature(id: signature.id, isAccepted ? .accepted : .declined))
        world.settle()
        #expect(world.results == [isAccepted ? .approved : .declined])
        audit(world, "\(quirk)")
    }

    @Test("a receipt as long as it can be arrives whole, and one that is no UTF-8 is not lost")
    func receipts() throws {
        let big = try world([.bigSignature])
        big.sell(3000)
        #expect(try signature(in: big).receipt.utf8.count == 65_535)
        let latin = try world([.latin1Receipt])
        latin.sell(3000)
        #expect(try signature(in: latin).receipt.contains("Till Demo Caf"))
    }

    @Test("a verdict on a request that the reader has given up is never given to the next one")
    func lateVerdict() throws {
        let world = try world([.lateVerdict])
        world.sell(3000)
        let first = try signature(in: world).id
        world.clock.advance(by: .seconds(2))
        world.settle()
        let second = try signature(in: world).id
        #expect(second != first)
        world.engine?.submit(.answerSignature(id: first, .accepted))
        world.settle()
        #expect(world.results.isEmpty)
        world.engine?.submit(.answerSignature(id: second, .declined))
        world.settle()
        #expect(world.results == [.declined])
        audit(world, "late verdict")
    }

    @Test(
        "without the flag nothing may be cancelled, with an indented one it is read",
        arguments: [Quirk.noCancelFlag, .prettyXML])
    func cancelFlag(_ quirk: Quirk) throws {
        let world = try world([quirk])
        world.sell(1050)
        let flags = world.events.compactMap {
            if case .status(let notice, _) = $0 { notice.cancelAllowed } else { nil }
        }
        #expect(!flags.isEmpty && flags.contains(true) == (quirk == .prettyXML))
    }

    @Test("a result that the reader denies to hold is fetched all the same")
    func lyingFlag() throws {
        let world = try world([.pendingFlagLies], scenario: .sdk)
        world.sell(9005)
        world.waitOutDeadlines()
        #expect(world.reader.reader.isResultPending)
        world.connect()
        world.sell(1050)
        world.waitOutDeadlines()
        #expect(world.rows.allSatisfy { $0.outcome == .approved } && world.rows.count == 2)
        audit(world, "lying flag")
    }

    @Test("what a reader hides is found by a till that has never sold on it, and kept as nobody's")
    func lyingFlagAndNoJournal() throws {
        let world = try world([.pendingFlagLies], scenario: .sdk)
        world.sell(9005)
        world.waitOutDeadlines()
        world.kill()
        world.journal.forgetEverything()
        try world.start()
        world.connect()
        #expect(world.rows.map(\.outcome) == [.approved] && world.rows.allSatisfy { $0.intent == nil })
        #expect(!world.reader.reader.isResultPending)
    }
}
