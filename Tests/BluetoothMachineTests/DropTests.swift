import Payments
import Testing

/// Links that break at random bytes; then the books are compared.
@Suite("Ten links that break in the middle of a sale")
struct DropTests {
    private static let run = MachineRun.single("drops.py", adapters: 2, "10", "1", in: .others)

    @Test("they all broke")
    func broke() async throws {
        #expect(try await Self.run.value.facts("drops")["broken"] == 10)
    }

    @Test("every payment has an end")
    func resolved() async throws {
        let history = try await Self.run.value.facts("drops")["history"]?.elements ?? []
        #expect(!history.isEmpty)
        #expect(history.allSatisfy { ["approved", "cancelled", "declined", "failed"].contains($0.end) }, "\(history)")
    }

    @Test("nobody paid twice, nothing that the till calls paid is unpaid, and nothing is paid that it doesn't know")
    func books() async throws {
        let facts = try await Self.run.value.facts("drops")
        let audit = DropAudit(facts)
        #expect(audit.faults == [])
    }
}

/// Journal against ledger, payment by payment.
struct DropAudit {
    private(set) var faults: [String] = []

    init(_ facts: JSONValue) {
        var taken: [String: Int64] = [:]
        var sales: [String: Int] = [:]
        for entry in facts["ledger"]?.elements ?? [] where entry["finStatus"] == "AUTHORISED" {
            let reference = entry["transactionReference"]?.stringValue ?? ""
            let amount = entry["amount"]?.integerValue ?? 0
            taken[reference, default: 0] += entry["type"] == "SALE" ? amount : -amount
            if entry["type"] == "SALE" { sales[reference, default: 0] += 1 }
        }
        for (reference, count) in sales where count > 1 { faults.append("\(reference) was charged \(count) times") }
        for row in facts["history"]?.elements ?? [] {
            let reference = row["transactionReference"]?.stringValue ?? ""
            let due = row["outcome"] == "approved" ? row["requestedAmount"]?.integerValue ?? 0 : 0
            let paid = taken.removeValue(forKey: reference) ?? 0
            if paid != due { faults.append("\(reference): \(due) is due, \(paid) was taken") }
        }
        faults += taken.filter { $0.value != 0 }.map { "\($0.key): \($0.value) was taken, and nobody knows of it" }
    }
}
