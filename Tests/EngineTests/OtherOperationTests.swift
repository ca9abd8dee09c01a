import Acquirer
import Checkout
import Engine
import Payments
import Simulator
import TestKit
import Testing
import Time

/// What is done with an earlier payment, or without one.
private enum Deed: String, CaseIterable, CustomTestStringConvertible {
    case refundAll, refundPart, freeRefund, reverse, reverseRefund, saleAndTokenise

    var testDescription: String { rawValue }

    /// What has to be there first.
    var before: [Int64] { self == .freeRefund || self == .saleAndTokenise ? [] : [1050] }

    func order(_ world: SaleWorld) -> PaymentOrder {
        let first = world.rows.last?.reference
        let latest = world.rows.first?.reference
        let (whole, part) = (Money(minorUnits: 1050, currency: .pounds), Money(minorUnits: 400, currency: .pounds))
        return switch self {
        case .refundAll: PaymentOrder(.refund, money: whole, original: first)
        case .refundPart: PaymentOrder(.refund, money: part, original: first)
        case .freeRefund: PaymentOrder(.refund, money: whole)
        case .reverse: PaymentOrder(.saleReversal, money: whole, original: first)
        case .reverseRefund: PaymentOrder(.refundReversal, money: part, original: latest)
        case .saleAndTokenise: PaymentOrder(.saleAndTokenise, money: whole)
        }
    }

    var amount: Int64 { self == .refundPart || self == .reverseRefund ? 400 : 1050 }

    /// A connected till with what has to be there first.
    func world() throws -> SaleWorld {
        let world = try SaleWorld()
        try world.start()
        world.connect()
        for amount in before { world.sell(amount) }
        if self == .reverseRefund { world.pay(Deed.refundPart.order(world)) }
        world.forget()
        return world
    }
}

@Suite("Refunds and reversals (H6, H8 to H10)")
struct OtherOperationTests {
    @Test("each is done once, and till and acquirer agree", arguments: Deed.allCases)
    fileprivate func done(deed: Deed) throws {
        let world = try deed.world()
        world.pay(deed.order(world))
        #expect(world.results == [.approved], "\(world.faults)")
        #expect(world.rows.first?.result?.authorisedAmount == deed.amount)
        Audit(world.desk.ledger).check(world.rows, unknownAllowed: false, "\(deed)")
    }

    @Test("the acquirer is asked for the right thing, of the right transaction")
    fileprivate func ledger() throws {
        let world = try Deed.reverseRefund.world()
        world.pay(Deed.reverseRefund.order(world))
        let ledger = world.desk.ledger
        #expect(ledger.map(\.kind) == [.sale, .refund, .voidRefund])
        #expect(ledger.map(\.originalID) == [nil, ledger[0].id, ledger[1].id])
        #expect(world.rows.first?.result?.type == "VOID_REFUND")
        #expect(world.rows.first?.result?.originalEFTTransactionID == ledger[1].id)
    }

    @Test("a token is given to whoever listens, and not kept in the journal")
    fileprivate func token() throws {
        let world = try Deed.saleAndTokenise.world()
        world.pay(Deed.saleAndTokenise.order(world))
        guard
            case .result(_, _, let result, _)? = world.events.last(where: {
                if case .result = $0 { true } else { false }
            })
        else {
            Issue.record("no result")
            return
        }
        #expect(result.cardToken?.hasPrefix("VT") == true)
        #expect(world.rows.first?.result?.cardToken == nil)
        #expect(world.journal.entries.allSatisfy { !$0.body.text.contains("CardToken") })
    }

    @Test("refunds in parts go as far as the sale, and not a penny further")
    fileprivate func parts() throws {
        let world = try Deed.refundPart.world()
        let sale = world.rows.last?.reference
        for amount in [400, 650] as [Int64] {
            world.pay(PaymentOrder(.refund, money: Money(minorUnits: amount, currency: .pounds), original: sale))
        }
        #expect(world.results == [.approved, .approved])
        world.pay(PaymentOrder(.refund, money: Money(minorUnits: 1, currency: .pounds), original: sale))
        #expect(world.faults == ["refund-too-high"])
        #expect(world.desk.ledger.count == 3)
    }

    @Test("what can't be undone or refunded is refused before a byte is sent")
    fileprivate func refused() throws {
        let world = try Deed.reverse.world()
        let sale = world.rows.last?.reference
        let pound = Money(minorUnits: 1050, currency: .pounds)
        func refusal(_ order: PaymentOrder) -> String? {
            world.forget()
            world.pay(order)
            return world.faults.last
        }
        #expect(
            refusal(PaymentOrder(.saleReversal, money: Money(minorUnits: 1, currency: .pounds), original: sale))
                == "original-amount")
        #expect(refusal(PaymentOrder(.refundReversal, money: pound, original: sale)) == "original-other-kind")
        #expect(
            refusal(PaymentOrder(.saleReversal, money: Money(minorUnits: 1050, currency: .euro), original: sale))
                == "other-currency")
        #expect(refusal(PaymentOrder(.saleReversal, money: pound)) == "original-missing")
        let nobody = TransactionReference(random: [UInt8](repeating: 3, count: 16))
        #expect(refusal(PaymentOrder(.refund, money: pound, original: nobody)) == "original-missing")
        #expect(refusal(PaymentOrder(.saleReversal, money: pound, original: sale)) == nil)
        #expect(refusal(PaymentOrder(.saleReversal, money: pound, original: sale)) == "already-reversed")
        #expect(refusal(PaymentOrder(.refund, money: pound, original: sale)) == "already-reversed")
        #expect(world.desk.ledger.map(\.kind) == [.sale, .voidSale])
    }

    @Test("a sale of which something was refunded is not reversed, and after a day no sale is")
    fileprivate func notReversed() throws {
        let world = try Deed.reverseRefund.world()
        let sale = world.rows.last?.reference
        let order = PaymentOrder(.saleReversal, money: Money(minorUnits: 1050, currency: .pounds), original: sale)
        world.pay(order)
        #expect(world.faults == ["already-refunded"])
        world.pay(Deed.reverseRefund.order(world))
        world.clock.advance(by: .seconds(24 * 3600))
        world.forget()
        world.pay(order)
        #expect(world.faults == ["too-late-to-reverse"])
    }

    @Test("a declined sale is neither refunded nor reversed")
    fileprivate func declined() throws {
        let world = try SaleWorld()
        try world.start()
        world.connect()
        world.sell(1000)
        let pound = Money(minorUnits: 1000, currency: .pounds)
        world.pay(PaymentOrder(.refund, money: pound, original: world.rows.last?.reference))
        #expect(world.faults == ["original-missing"])
    }

    @Test("a refund whose end nobody knows holds back the next one of that sale")
    fileprivate func unknownRefund() throws {
        let world = try SaleWorld(quirks: [.forgetful])
        try world.start()
        world.connect()
        world.sell(1050)
        world.power.cut(at: 12)
        world.pay(Deed.refundPart.order(world))
        try world.comeBack()
        #expect(world.rows.first?.isUnresolved == true)
        world.forget()
        let other = Money(minorUnits: 100, currency: .pounds)
        world.pay(PaymentOrder(.refund, money: other, original: world.rows.last?.reference))
        #expect(world.faults == ["unknown-payment"])
    }
}

@Suite("The power goes at every step of a refund or a reversal")
struct OtherPowerCutTests {
    @Test("after a restart journal and acquirer agree, and nothing is done twice", arguments: Deed.allCases)
    fileprivate func everyStep(deed: Deed) throws {
        let steps = try course(deed, cutAt: nil).power.steps
        #expect(steps > 10)
        for step in 1...steps {
            let world = try course(deed, cutAt: step)
            let sent = world.desk.ledger.count { $0.kind != .reversal }
            try world.comeBack()
            let open = world.rows.count { $0.isUnresolved }
            Audit(world.desk.ledger).check(world.rows, unknownAllowed: open > 0, "cut at step \(step) of \(deed)")
            #expect(open == 0 || !world.reader.reader.isResultPending, "step \(step): the reader still knew it")
            #expect(
                world.desk.ledger.count { $0.kind != .reversal } <= max(sent, deed.before.count + 2), "step \(step)")
        }
    }

    @Test(
        "the cable is pulled in the middle of it", arguments: [Deed.refundPart, .reverse, .reverseRefund],
        FaultPlan.Direction.allCases)
    fileprivate func cable(deed: Deed, direction: FaultPlan.Direction) throws {
        var offset = 0
        while try isCut(deed, direction, after: offset) { offset += direction == .toReader ? 37 : 149 }
        #expect(offset > 300)
    }

    private func course(_ deed: Deed, cutAt step: Int?) throws -> SaleWorld {
        let world = try deed.world()
        world.power.cut(at: step)
        world.pay(deed.order(world))
        return world
    }

    private func isCut(_ deed: Deed, _ direction: FaultPlan.Direction, after offset: Int) throws -> Bool {
        let world = try deed.world()
        world.reader.plan(FaultPlan([.init(.cut, direction, after: offset)]))
        world.pay(deed.order(world))
        let wasCut = world.events.contains { if case .disconnected = $0 { true } else { false } }
        world.connect()
        world.waitOutDeadlines()
        world.connect()
        let open = world.rows.count { $0.isUnresolved }
        Audit(world.desk.ledger).check(
            world.rows, unknownAllowed: open > 0, "\(direction) cut after \(offset) bytes of \(deed)")
        #expect(open == 0 || !world.reader.reader.isResultPending, "\(offset): the reader still knew it")
        return wasCut
    }
}
