import Acquirer
import Payments
import Testing

/// Compares what the acquirer's ledger says with what the journal says, to the cent.
struct Audit {
    /// What the acquirer took and did not give back, by the reference on the wire.
    private let taken: [String: Int64]
    private let sales: [String: Int]

    init(_ ledger: [LedgerEntry]) {
        var taken: [String: Int64] = [:]
        var sales: [String: Int] = [:]
        for entry in ledger where entry.finStatus == .authorised {
            let reference = entry.customerReference ?? ""
            taken[reference, default: 0] += entry.kind == .sale ? entry.amount : -entry.amount
            if entry.kind == .sale { sales[reference, default: 0] += 1 }
        }
        self.taken = taken
        self.sales = sales
    }

    /// - Parameter unknownAllowed: payments that nobody could have answered may stay open.
    func check(_ rows: [HistoryRow], unknownAllowed: Bool, _ comment: Comment) {
        let known = Set(rows.compactMap { $0.intent?.referenceOnTheWire })
        for (reference, amount) in taken where amount != 0 {
            #expect(known.contains(reference), "the acquirer took money that the journal knows nothing of: \(comment)")
        }
        for (_, count) in sales { #expect(count == 1, "charged twice: \(comment)") }
        for row in rows {
            guard let intent = row.intent else {
                Issue.record("a result without a payment: \(comment)")
                continue
            }
            let net = taken[intent.referenceOnTheWire] ?? 0
            switch row.outcome {
            case .approved: #expect(net == intent.money.minorUnits, comment)
            case .declined, .cancelled, .failed: #expect(net == 0, comment)
            case .partlyApproved: #expect(net > 0 && net < intent.money.minorUnits, comment)
            case .unknown, nil: #expect(unknownAllowed, "unknown although the reader could tell: \(comment)")
            }
        }
    }
}
