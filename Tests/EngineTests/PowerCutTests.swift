import Acquirer
import Checkout
import Engine
import Payments
import Simulator
import TestKit
import Testing

@Suite("The power goes at every step of a sale")
struct PowerCutTests {
    /// Approved, declined, cancelled by the cardholder, with a signature.
    static let amounts: [Int64] = [1050, 1000, 2000, 3000]

    @Test("after a restart journal and acquirer agree, and nothing is charged twice", arguments: amounts)
    func everyStep(amount: Int64) throws {
        let whole = try Self.course(amount, cutAt: nil)
        #expect(whole.power.steps > 10)
        var unknown = 0
        for step in 1...whole.power.steps {
            let world = try Self.course(amount, cutAt: step)
            world.kill()
            world.power.cut(at: nil)
            try world.start()
            world.connect()
            world.waitOutDeadlines()
            let open = world.rows.count { $0.isUnresolved }
            unknown += open
            Audit(world.desk.ledger).check(world.rows, unknownAllowed: open > 0, "cut at step \(step) of \(amount)")
            #expect(open == 0 || !world.reader.reader.isResultPending, "step \(step): the reader still knew it")
        }
        #expect(unknown < whole.power.steps)
    }

    @Test("whatever happened, the same payment is not sent again by itself", arguments: amounts)
    func neverAgain(amount: Int64) throws {
        for step in 1...(try Self.course(amount, cutAt: nil).power.steps) {
            let world = try Self.course(amount, cutAt: step)
            let sent = world.desk.ledger.count { $0.kind == .sale }
            world.kill()
            world.power.cut(at: nil)
            try world.start()
            world.connect()
            world.waitOutDeadlines()
            #expect(world.desk.ledger.count { $0.kind == .sale } <= max(sent, 1), "step \(step)")
        }
    }

    /// A sale with its signature, where one is asked for, up to the step at which the power goes.
    private static func course(_ amount: Int64, cutAt step: Int?) throws -> SaleWorld {
        let world = try SaleWorld()
        try world.start()
        world.connect()
        world.power.cut(at: step)
        world.sell(amount)
        if case .selling(_, let sale) = world.engine?.snapshot.connection, let signature = sale.signature {
            world.engine?.submit(.answerSignature(id: signature.id, .accepted))
            world.settle()
        }
        return world
    }
}

@Suite("The cable is pulled at every byte of a sale")
struct CableTests {
    static let directions = FaultPlan.Direction.allCases

    @Test("reconnected, journal and acquirer agree", arguments: directions, [1050, 1000, 3000] as [Int64])
    func everyByte(direction: FaultPlan.Direction, amount: Int64) throws {
        var offset = 0
        var isPastTheEnd = false
        while !isPastTheEnd {
            let world = try SaleWorld(faults: FaultPlan([.init(.cut, direction, after: offset)]))
            try world.start()
            world.connect()
            world.sell(amount)
            answer(world)
            isPastTheEnd = world.results == [amount == 1000 ? .declined : .approved]
                && !world.events.contains { if case .disconnected = $0 { true } else { false } }
            world.connect()
            world.waitOutDeadlines()
            world.connect()
            let open = world.rows.count { $0.isUnresolved }
            Audit(world.desk.ledger).check(
                world.rows, unknownAllowed: open > 0, "\(direction) cut after \(offset) bytes of \(amount)")
            #expect(open == 0 || !world.reader.reader.isResultPending, "byte \(offset): the reader still knew it")
            offset += 1
        }
        #expect(offset > 100)
    }

    private func answer(_ world: SaleWorld) {
        guard case .selling(_, let sale) = world.engine?.snapshot.connection, let signature = sale.signature else {
            return
        }
        world.engine?.submit(.answerSignature(id: signature.id, .accepted))
        world.settle()
    }
}
