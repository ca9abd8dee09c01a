import Acquirer
import Payments
import Sandbox
import Testing

@Suite("What is done to HiPay's orders later")
struct HiPayMaintenanceTests {
    @Test("blocked money is taken in parts, and given back across them")
    func parts() throws {
        let world = try HiPayWorld()
        let order = try world.order("14.10", operation: "authorization")
        #expect(order.standing == "completed/116" && order["capturedAmount"] == "0.00")
        #expect(world.maintain(order, "capture", "4.10").standing == "completed/119")
        let second = world.maintain(order, "capture", nil, ["operation_id": "CAP-2"])
        #expect(second.standing == "completed/118" && second["capturedAmount"] == "14.10")
        #expect(second["operation"]?["id"] == "CAP-2" && second["operation"]?["amount"] == "10.00")
        let refund = world.maintain(order, "refund", "5.00")
        #expect(refund.standing == "completed/126" && refund["refundedAmount"] == "5.00")
        #expect(world.maintain(order, "refund").standing == "completed/125")
        #expect(
            world.ledger == [
                "AUTHORIZATION 1410 AUTHORISED", "CAPTURE 410 AUTHORISED", "CAPTURE 1000 AUTHORISED",
                "MOTO_REFUND 410 AUTHORISED", "MOTO_REFUND 90 AUTHORISED", "MOTO_REFUND 910 AUTHORISED",
            ])
    }

    @Test("blocked money is given free as long as nothing of it was taken")
    func cancelled() throws {
        let world = try HiPayWorld()
        let first = try world.order("14.10", "A", operation: "Authorization")
        #expect(world.maintain(first, "cancel", "1.00").code == "3020401")
        #expect(world.maintain(first, "cancel").standing == "completed/115")
        #expect(world.maintain(first, "cancel").code == "3020403")
        #expect(world.maintain(first, "capture").code == "3020102")
        let second = try world.order("14.10", "B", operation: "Authorization")
        #expect(world.maintain(second, "capture", "0.01").standing == "completed/119")
        #expect(world.maintain(second, "cancel").code == "3020402")
        #expect(world.ledger.filter { $0.hasPrefix("RELEASE") } == ["RELEASE 1410 AUTHORISED"])
    }

    @Test("more than there is, twice, or in another currency is refused")
    func refused() throws {
        let world = try HiPayWorld()
        let order = try world.order("14.10")
        #expect(world.maintain(order, "refund", "14.11").code == "3020209")
        #expect(world.maintain(order, "refund", "0.00").code == "1010002")
        #expect(world.maintain(order, "refund", "1").code == "1010205")
        #expect(world.maintain(order, "refund", nil, ["currency": "USD"]).code == "3020205")
        #expect(world.maintain(order, "capture").code == "3020102")
        #expect(world.maintain(order, "cancel").code == "3020402")
        #expect(world.maintain(order, "acceptChallenge").code == "3000101")
        #expect(world.maintain(order, "refund").standing == "completed/125")
        #expect(world.maintain(order, "refund").code == "3020206")
        #expect(world.ledger.count == 2)
    }

    @Test("a merchant's name of an operation keeps nothing from being done twice")
    func repeated() throws {
        let world = try HiPayWorld()
        let order = try world.order("14.10")
        _ = world.maintain(order, "refund", "2.00", ["operation_id": "R-1"])
        let again = world.maintain(order, "refund", "2.00", ["operation_id": "R-1"])
        #expect(again["refundedAmount"] == "4.00")
    }

    @Test("what another front has given back is not given back again")
    func shared() throws {
        let world = try HiPayWorld()
        let order = try world.order("14.10")
        let id = try #require(world.acquirer.ledger.first?.id)
        let money = Money(minorUnits: 1400, currency: try #require(Currency(alpha: "EUR")))
        _ = world.acquirer.amend { mind, now in
            try? mind.carryOut(.refund(of: id, CloudOrder.Refund(money)), id: "other", at: now)
        }
        #expect(world.maintain(order, "refund", "1.00").code == "3020209")
        #expect(world.maintain(order, "refund")["refundedAmount"] == "0.10")
    }

    @Test("the ledger is what was answered", arguments: 1...12)
    func random(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let world = try HiPayWorld(.triggers)
        var orders: [Reply] = []
        for step in 1...60 {
            let amount = "\(random.next() % 3).\(50 + random.next() % 10)"
            if orders.isEmpty || random.next() % 3 == 0 {
                let operation = random.next() % 2 == 0 ? "Sale" : "Authorization"
                let answer = try world.order(amount, "O-\(step)", operation: operation)
                if answer.status == 200 { orders.append(answer) }
            } else if let order = orders.randomElement(using: &random) {
                let words = ["capture", "refund", "cancel", "refund", "capture"]
                let word = try #require(words.randomElement(using: &random))
                _ = world.maintain(order, word, random.next() % 4 == 0 ? nil : amount)
                if random.next() % 2 == 0 { _ = world.read(order) }
            }
        }
        for order in orders { expectBooked(world.read(order), world) }
    }

    private func expectBooked(_ transaction: Transaction, _ world: HiPayWorld) {
        let entries = world.acquirer.ledger.filter {
            $0.customerReference == transaction.json["order"]?["id"]?.stringValue && $0.finStatus == .authorised
        }
        func sum(_ kinds: Set<AcquirerRequest.Kind>) -> Int64 {
            entries.reduce(0) { $0 + (kinds.contains($1.kind) ? $1.amount : 0) }
        }
        let isBlocked = entries.contains { $0.kind == .authorization }
        #expect(minorUnits(transaction["authorizedAmount"]) == sum([.motoSale, .authorization]))
        #expect(minorUnits(transaction["capturedAmount"]) == sum([isBlocked ? .capture : .motoSale]))
        #expect(minorUnits(transaction["refundedAmount"]) == sum([.motoRefund]))
        #expect(sum([.motoRefund]) <= sum([.capture, .motoSale]) && sum([.capture]) <= sum([.authorization]))
        #expect(sum([.release]) == 0 || sum([.capture]) == 0)
    }

    private func minorUnits(_ text: String) -> Int64? { Int64(text.filter { $0 != "." }) }
}
