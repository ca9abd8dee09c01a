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
            try world.comeBack()
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
            try world.comeBack()
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

@Suite("The cable is pulled in the middle of a sale")
struct CableTests {
    @Test("at every byte to the reader: reconnected, journal and acquirer agree")
    func everyByteToTheReader() throws {
        try pull(.toReader, amount: 1050, every: 1)
    }

    @Test("on the way back, and with other outcomes", arguments: FaultPlan.Direction.allCases, [1050, 1000, 3000])
    func manyPlaces(direction: FaultPlan.Direction, amount: Int64) throws {
        try pull(direction, amount: amount, every: direction == .toReader ? 7 : 31)
    }

    private func pull(_ direction: FaultPlan.Direction, amount: Int64, every step: Int) throws {
        var offset = 0
        var cuts = 0
        while try isCut(direction, after: offset, amount: amount) {
            offset += step
            cuts += 1
        }
        #expect(cuts > 50)
    }

    /// - Returns: false once the cut lies behind the sale's last byte.
    private func isCut(_ direction: FaultPlan.Direction, after offset: Int, amount: Int64) throws -> Bool {
        let world = try SaleWorld(faults: FaultPlan([.init(.cut, direction, after: offset)]))
        try world.start()
        world.connect()
        world.sell(amount)
        answer(world)
        let wasCut = world.events.contains { if case .disconnected = $0 { true } else { false } }
        world.connect()
        world.waitOutDeadlines()
        world.connect()
        let open = world.rows.count { $0.isUnresolved }
        let place: Comment = "\(direction) cut after \(offset) bytes of \(amount)"
        Audit(world.desk.ledger).check(world.rows, unknownAllowed: open > 0, place)
        #expect(open == 0 || !world.reader.reader.isResultPending, "\(place): the reader still knew it")
        return wasCut
    }

    @Test("bytes that are late are waited for, and the sale is approved", arguments: FaultPlan.Direction.allCases)
    func lateBytes(direction: FaultPlan.Direction) throws {
        for offset in stride(from: 0, to: 600, by: 7) {
            let world = try world(late: direction, after: offset, by: .milliseconds(1500))
            #expect(world.rows.map(\.outcome) == [.approved], "\(direction) late after \(offset) bytes")
        }
    }

    @Test("bytes that come when nobody waits any more leave no payment open", arguments: FaultPlan.Direction.allCases)
    func tooLate(direction: FaultPlan.Direction) throws {
        for offset in stride(from: 0, to: 600, by: 7) {
            let world = try world(late: direction, after: offset, by: .seconds(70))
            world.connect()
            world.waitOutDeadlines()
            world.connect()
            let open = world.rows.count { $0.isUnresolved }
            let place: Comment = "\(direction) too late after \(offset) bytes"
            Audit(world.desk.ledger).check(world.rows, unknownAllowed: open > 0, place)
            #expect(open == 0 || !world.reader.reader.isResultPending, "\(place): the reader still knew it")
        }
    }

    /// A world in which a sale was made while some bytes were late, and everybody has waited as long as they do.
    private func world(
        late direction: FaultPlan.Direction, after offset: Int, by delay: Duration
    ) throws -> SaleWorld {
        let world = try SaleWorld(faults: FaultPlan(delays: [.init(direction, after: offset, by: delay)]))
        try world.start()
        world.connect()
        world.waitOutDeadlines()
        world.sell(1050)
        world.waitOutDeadlines()
        return world
    }

    private func answer(_ world: SaleWorld) {
        guard case .selling(_, let sale) = world.engine?.snapshot.connection, let signature = sale.signature else {
            return
        }
        world.engine?.submit(.answerSignature(id: signature.id, .accepted))
        world.settle()
    }
}
