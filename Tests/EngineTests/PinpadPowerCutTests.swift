import Acquirer
import Checkout
import Engine
import Payments
import Simulator
import TestKit
import Testing

@Suite("The power goes, or the cable, at every step of a payment on a pinpad")
struct PinpadPowerCutTests {
    /// Approved, declined, cancelled by the cardholder, with a signature, lost before and after the bank's answer.
    static let amounts: [Int64] = [1050, 1000, 2000, 3000, 4300, 4400]

    @Test("after a restart journal and bank agree, and nothing stays open", arguments: amounts)
    func everyStep(amount: Int64) throws {
        let whole = try Self.course(amount, cutAt: nil)
        #expect(whole.power.steps > 10)
        for step in 1...whole.power.steps {
            let world = try Self.course(amount, cutAt: step)
            try world.comeBack()
            world.connect()
            world.waitOutDeadlines()
            Self.audit(world, "cut at step \(step) of \(amount)")
        }
    }

    @Test("the cable is pulled at every byte to the reader")
    func everyByte() throws {
        var offset = 0
        while try Self.isCut(.toReader, after: offset, 1050) { offset += 1 }
        #expect(offset > 250)
    }

    @Test("and at many places with other outcomes, both ways", arguments: FaultPlan.Direction.allCases, [1050, 1000])
    func manyPlaces(direction: FaultPlan.Direction, amount: Int64) throws {
        var offset = 0
        while try Self.isCut(direction, after: offset, amount) { offset += direction == .toReader ? 11 : 23 }
        #expect(offset > 250)
    }

    /// - Returns: false once the cut lies behind the payment's last byte.
    private static func isCut(
        _ direction: FaultPlan.Direction, after offset: Int, _ amount: Int64
    ) throws -> Bool {
        let world = SaleWorld(pinpad: [], faults: FaultPlan([.init(.cut, direction, after: offset)]))
        try world.start()
        world.connect()
        world.sell(amount)
        let wasCut = world.events.contains { if case .disconnected = $0 { true } else { false } }
        for _ in 0..<2 {
            world.connect()
            world.waitOutDeadlines()
        }
        audit(world, "\(direction) cut after \(offset) bytes of \(amount)")
        return wasCut
    }

    /// A sale with its signature, where one is asked for, up to the step at which the power goes.
    private static func course(_ amount: Int64, cutAt step: Int?) throws -> SaleWorld {
        let world = SaleWorld(pinpad: [])
        try world.start()
        world.connect()
        world.power.cut(at: step)
        world.sell(amount)
        if case .selling(_, let sale) = world.engine?.snapshot.connection, let signature = sale.signature {
            world.engine?.submit(.answerSignature(id: signature.id, .declined))
            world.settle()
        }
        return world
    }

    /// To the cent, and one sale at most. What a signature did not cover is undone.
    private static func audit(_ world: SaleWorld, _ place: Comment) {
        let entries = world.desk.ledger.filter { $0.finStatus == .authorised }
        let kinds = Dictionary(entries.map { ($0.id, $0.kind) }) { first, _ in first }
        // What is taken back may itself have given something back.
        let atBank = entries.reduce(Int64(0)) { sum, entry in
            let kind = entry.kind == .reversal ? entry.originalID.flatMap { kinds[$0] } : entry.kind
            let amount = kind == .sale ? entry.amount : -entry.amount
            return sum + (entry.kind == .reversal ? -amount : amount)
        }
        let booked = world.rows.filter { $0.outcome == .approved }.reduce(Int64(0)) { sum, row in
            sum + (row.intent?.operation == .sale ? 1 : -1) * (row.intent?.money.minorUnits ?? 0)
        }
        #expect(atBank == booked, place)
        #expect(world.desk.ledger.count { $0.kind == .sale } <= 1, place)
        #expect(world.rows.allSatisfy { !$0.isUnresolved }, place)
        #expect(world.rows.allSatisfy { $0.intent != nil }, place)
        let refused = world.rows.filter { $0.signature == .declined }
        #expect(refused.isEmpty || atBank == 0, "a payment stands that nobody signed for: \(place)")
    }
}
