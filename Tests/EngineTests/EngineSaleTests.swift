import Acquirer
import Checkout
import Payments
import Ports
import Simulator
import TestKit
import Testing

@testable import Engine

@Suite("A till and a virtual reader")
struct EngineSaleTests {
    private func sold(
        _ amount: Int64, scenario: Scenario = .default, quirks: Set<Quirk> = [], faults: FaultPlan = .none
    ) throws -> SaleWorld {
        let world = try SaleWorld(scenario: scenario, quirks: quirks, faults: faults)
        try world.start()
        world.connect()
        world.sell(amount)
        return world
    }

    @Test("an approved sale: one intent, bytes to the acquirer noted, one outcome, in this order")
    func approved() throws {
        let world = try sold(1050)
        #expect(world.results == [.approved])
        #expect(world.journal.entries.map(\.kind) == ["intent", "relayed", "outcome"])
        Audit(world.desk.ledger).check(world.rows, unknownAllowed: false, "approved")
    }

    static let defaultTriggers: [(Int64, Outcome)] = [(1000, .declined), (2000, .cancelled)]

    @Test("the triggers of the default scenario", arguments: defaultTriggers)
    func triggers(amount: Int64, outcome: Outcome) throws {
        let world = try sold(amount)
        #expect(world.results == [outcome])
        Audit(world.desk.ledger).check(world.rows, unknownAllowed: false, "\(amount)")
    }

    @Test("a signature that is declined is undone at the acquirer")
    func declinedSignature() throws {
        let world = try sold(3000)
        guard case .selling(_, let sale) = world.engine?.snapshot.connection, let signature = sale.signature else {
            Issue.record("no signature asked for")
            return
        }
        world.engine?.submit(.answerSignature(id: signature.id, .declined))
        world.settle()
        #expect(world.results == [.declined])
        #expect(world.desk.ledger.map(\.kind) == [.sale, .reversal])
        Audit(world.desk.ledger).check(world.rows, unknownAllowed: false, "declined signature")
    }

    @Test("a signature that nobody answers is undone too")
    func unansweredSignature() throws {
        let world = try sold(3000)
        world.waitOutDeadlines()
        #expect(world.results == [.cancelled])
        Audit(world.desk.ledger).check(world.rows, unknownAllowed: false, "unanswered signature")
    }

    @Test("a wrong secret fails the first sale and says so")
    func wrongSecret() throws {
        let world = try SaleWorld()
        try world.start(secret: String(repeating: "ab", count: 32))
        world.connect()
        world.sell(1050)
        guard
            case .result(_, .failed, _, secretRefused: true)? = world.events.last(where: {
                if case .result = $0 { true } else { false }
            })
        else {
            Issue.record("\(world.events)")
            return
        }
        #expect(world.desk.ledger.isEmpty)
    }

    @Test("an answer for another amount is unknown, never approved")
    func wrongAmount() throws {
        let world = try sold(1050, quirks: [.wrongAmount])
        #expect(world.results == [.unknown])
    }

    @Test("a journal that can't be written starts no sale")
    func fullDisk() throws {
        let world = try SaleWorld()
        try world.start()
        world.connect()
        world.journal.failNext(.diskFull)
        world.sell(1050)
        #expect(world.results == [] && world.faults == ["journal-disk-full"])
        #expect(world.desk.ledger.isEmpty)
    }

    @Test("an acquirer's answer that is lost: unknown, then undone by the reader, and never counted as paid")
    func lostAnswer() throws {
        let world = try sold(1050, faults: FaultPlan(lostAnswers: 1))
        world.waitOutDeadlines()
        #expect(world.results == [.unknown])
        #expect(world.rows.map(\.outcome) == [.cancelled])
        Audit(world.desk.ledger).check(world.rows, unknownAllowed: false, "lost answer")
    }

    @Test(
        "old firmware and readers with other habits sell all the same",
        arguments: [
            Quirk.oldFirmware, .recoverFailed, .idleAnswer, .fourDigitCurrency,
        ])
    func quirks(quirk: Quirk) throws {
        #expect(try sold(1050, quirks: [quirk]).results == [.approved])
    }

    @Test("two sales one after the other are two payments")
    func twice() throws {
        let world = try sold(1050)
        world.sell(1050)
        #expect(world.results == [.approved, .approved])
        #expect(Set(world.rows.map(\.reference)).count == 2)
        Audit(world.desk.ledger).check(world.rows, unknownAllowed: false, "two sales")
    }

    @Test("an acquirer that hung up first leaves nothing to wait for at the end")
    func flushed() throws {
        let world = try sold(1050)
        #expect(world.results == [.approved])
        world.engine?.stop(within: .zero)
        world.settle()
        #expect(world.engine?.isFlushed == true)
    }

    @Test("no card number reaches journal or events, whatever the reader says")
    func noCardNumber() throws {
        let world = try sold(1050)
        let everything = world.journal.entries.map { $0.body.text }.joined()
        #expect(!everything.contains("CardToken"))
    }
}
