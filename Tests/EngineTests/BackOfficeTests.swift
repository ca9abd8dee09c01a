import Acquirer
import Checkout
import Gateways
import Payments
import Sandbox
import Simulator
import TestKit
import Testing
import Time

@Suite("Tips, reversals and payments by mail at the cloud, whatever goes wrong (H20, H25, H27)")
struct BackOfficeTests {
    /// What is done at the cloud.
    enum Task: String, CaseIterable, CustomTestStringConvertible {
        case tip, oldTip, reversal, motoSale, motoRefund, motoRefundOfSale, motoReversal

        var testDescription: String { rawValue }

        /// What the acquirer's ledger has of it.
        var kind: AcquirerRequest.Kind {
            switch self {
            case .tip, .oldTip: .tipAdjustment
            case .reversal: .reversal
            case .motoSale: .motoSale
            case .motoRefund, .motoRefundOfSale: .motoRefund
            case .motoReversal: .motoReversal
            }
        }

        var isTip: Bool { self == .tip || self == .oldTip }
        var isReversal: Bool { self == .reversal || self == .motoReversal }
        /// What must not be done twice because it adds up.
        var addsUp: Bool { self == .motoSale || self == .motoRefund || self == .motoRefundOfSale }
    }

    private static let money = Money(minorUnits: 1050, currency: .pounds)

    /// A till on which what the task needs has been done; the power's steps are counted from here.
    private static func ready(_ task: Task, _ change: (inout HandpointSettings) -> Void = { _ in }) throws -> CloudWorld
    {
        let world = try CloudWorld(change: change)
        try world.start()
        if task == .motoReversal {
            try world.submit(.order(PaymentOrder(.motoSale, money: money)), secret: CloudWorld.token)
            world.waitOut()
            world.remember()
        }
        world.power.cut(at: nil)
        return world
    }

    private static func perform(_ task: Task, in world: CloudWorld) throws {
        let digits = HandpointSettings.developmentSecret
        switch task {
        case .tip: try world.submit(.adjustTip(TipOrder(CloudWorld.sale, minorUnits: 250)))
        case .oldTip:
            try world.submit(
                .adjustTip(TipOrder(CloudWorld.sale, minorUnits: 250, usesOldService: true)), secret: digits)
        case .reversal:
            try world.submit(.order(PaymentOrder(.saleReversal, money: money, original: CloudWorld.sale)))
        case .motoSale: try world.submit(.order(PaymentOrder(.motoSale, money: money)), secret: CloudWorld.token)
        case .motoRefund: try world.submit(.order(PaymentOrder(.motoRefund, money: money)), secret: CloudWorld.token)
        case .motoRefundOfSale:
            try world.submit(.order(PaymentOrder(.motoRefund, money: money, original: CloudWorld.sale)))
        case .motoReversal:
            try world.submit(.order(PaymentOrder(.motoReversal, money: money, original: world.remembered)))
        }
        world.waitOut()
    }

    /// Journal and ledger don't contradict each other, and nothing is done twice that adds up.
    private static func audit(_ task: Task, _ world: CloudWorld, _ comment: Comment) {
        let done = world.ledger(task.kind)
        if task.addsUp { #expect(done.count <= 1, comment) }
        if task.isReversal { #expect(done.count <= 1, comment) }
        guard !task.isTip else {
            if world.tip == nil { #expect(done.isEmpty, comment) }
            if let standing = world.tip?.standing { #expect(done.last == standing, comment) }
            return
        }
        switch world.latest?.outcome {
        case .approved: #expect(done == [1050], comment)
        case .declined, .cancelled, .failed, .partlyApproved: #expect(done.isEmpty, comment)
        case .unknown: break
        case nil: if world.latest == nil { #expect(done.isEmpty, comment) }
        }
    }

    @Test("everything goes well", arguments: Task.allCases)
    func well(task: Task) throws {
        let world = try Self.ready(task)
        try Self.perform(task, in: world)
        #expect(world.ledger(task.kind).count == 1)
        if task.isTip { #expect(world.tip?.standing == 250) } else { #expect(world.latest?.outcome == .approved) }
        Self.audit(task, world, "\(task)")
    }

    @Test("the power goes at every step", arguments: Task.allCases)
    func powerCut(task: Task) throws {
        let whole = try Self.ready(task)
        try Self.perform(task, in: whole)
        #expect(whole.power.steps >= 4)
        for step in 1...whole.power.steps {
            let world = try Self.ready(task)
            world.power.cut(at: step)
            try Self.perform(task, in: world)
            try world.comeBack()
            Self.audit(task, world, "\(task) cut at \(step)")
            if task == .motoRefundOfSale, world.ledger(task.kind) == [1050] {
                #expect(world.latest?.outcome == .approved, "\(task) cut at \(step)")
            }
            guard task.isTip || task.isReversal else { continue }
            // Doing it again is safe, and brings it to its end.
            if world.latest == nil { try Self.perform(task, in: world) }
            Self.audit(task, world, "\(task) again after \(step)")
            if task.isTip { #expect(world.tip?.standing == 250) } else { #expect(world.latest?.outcome == .approved) }
        }
    }

    @Test("every answer that goes wrong", arguments: Task.allCases, GatewayFaults.Kind.allCases)
    func faults(task: Task, kind: GatewayFaults.Kind) throws {
        for number in 1...3 {
            let before = task == .motoReversal ? 1 : 0
            let world = try Self.ready(task) { $0.faults = GatewayFaults([.init(kind, at: before + number)]) }
            try Self.perform(task, in: world)
            Self.audit(task, world, "\(task), \(kind) at \(number)")
            if task.isReversal { #expect(world.latest?.outcome == .approved, "\(kind) at \(number)") }
        }
    }

    @Test("a cloud that keeps no reference leaves a lost payment unknown, and nothing is sent again")
    func noReference() throws {
        let world = try CloudWorld {
            $0.honoursMotoReference = false
            $0.faults = GatewayFaults([.init(.drop, at: 1)])
        }
        try world.start()
        try world.submit(
            .order(PaymentOrder(.motoSale, money: Self.money, customerReference: "TABLE 7")), secret: CloudWorld.token)
        world.waitOut()
        #expect(world.latest?.isUnresolved == true && world.ledger(.motoSale) == [1050])
    }

    @Test("a lost refund of a sale with a reference of the merchant's own is found among what its reader did")
    func ownReference() throws {
        let world = try CloudWorld(reference: "TABLE 7") { $0.faults = GatewayFaults([.init(.drop, at: 1)]) }
        try world.start()
        try Self.perform(.motoRefundOfSale, in: world)
        #expect(world.latest?.outcome == .approved && world.ledger(.motoRefund) == [1050])
    }

    @Test("a tip soon after its sale is authorised only when it was seen a minute later")
    func early() throws {
        let world = try CloudWorld(age: .seconds(5))
        try world.start()
        try world.submit(.adjustTip(TipOrder(CloudWorld.sale, minorUnits: 250)))
        #expect(world.tips.isEmpty && world.tip?.standing == nil)
        world.waitOut()
        #expect(world.tips == [.authorised] && world.tip?.standing == 250)
        #expect(world.clock.uptime() >= Uptime.zero + .seconds(60))
    }

    @Test("the last tip counts, and none takes it away")
    func last() throws {
        let world = try CloudWorld()
        try world.start()
        for units in [250, 300, 0] as [Int64] {
            try world.submit(.adjustTip(TipOrder(CloudWorld.sale, minorUnits: units)))
        }
        #expect(world.tip?.standing == 0 && world.ledger(.tipAdjustment) == [250, 300, 0])
    }

    @Test("the token stands nowhere in the journal")
    func token() throws {
        let world = try CloudWorld()
        try world.start()
        try Self.perform(.motoSale, in: world)
        #expect(!world.journal.entries.contains { $0.body.text.contains(CloudWorld.token) })
        #expect(!"\(world.journal.entries)".contains(CloudWorld.token))
    }
}
