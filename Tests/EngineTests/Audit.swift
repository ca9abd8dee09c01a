import Acquirer
import Payments
import Testing

/// Compares what the acquirer's ledger says with what the journal says, to the cent.
struct Audit {
    /// What the acquirer did and the reader did not take back, by the reference on the wire: every operation has one of
    /// its own.
    private let done: [String: Int64]
    private let times: [String: Int]

    init(_ ledger: [LedgerEntry]) {
        var done: [String: Int64] = [:]
        var times: [String: Int] = [:]
        for entry in ledger where entry.finStatus == .authorised {
            let reference = entry.customerReference ?? ""
            done[reference, default: 0] += entry.kind == .reversal ? -entry.amount : entry.amount
            if entry.kind != .reversal { times[reference, default: 0] += 1 }
        }
        self.done = done
        self.times = times
    }

    /// - Parameter unknownAllowed: payments that nobody could have answered may stay open.
    func check(_ rows: [HistoryRow], unknownAllowed: Bool, _ comment: Comment) {
        let known = Set(rows.compactMap { $0.intent?.referenceOnTheWire })
        for (reference, amount) in done where amount != 0 {
            #expect(known.contains(reference), "the acquirer moved money that the journal knows nothing of: \(comment)")
        }
        for (_, count) in times { #expect(count == 1, "done twice: \(comment)") }
        for row in rows {
            guard let intent = row.intent else {
                Issue.record("a result without a payment: \(comment)")
                continue
            }
            let net = done[intent.referenceOnTheWire] ?? 0
            switch row.outcome {
            case .approved: #expect(net == intent.money.minorUnits, comment)
            case .declined, .cancelled, .failed: #expect(net == 0, comment)
            case .partlyApproved: #expect(net > 0 && net < intent.money.minorUnits, comment)
            case .unknown, nil: #expect(unknownAllowed, "unknown although the reader could tell: \(comment)")
            }
        }
    }
}
