import Acquirer
import Payments

/// Compares the acquirer's ledger with the journal, to the cent.
struct CampaignAudit {
    /// What does not fit, one line each; empty where everything does.
    private(set) var findings: [String] = []
    /// Payments that stay unknown, because more than one transaction fits.
    private(set) var unknown = 0

    init(_ ledger: [LedgerEntry], _ rows: [HistoryRow]) {
        var standing: [String: LedgerEntry] = [:]
        for entry in ledger where entry.finStatus != .declined && entry.finStatus != .failed && entry.kind != .reversal
        {
            standing[entry.id] = entry
        }
        // A partial approval counts with what was authorised, a reversal takes all of it back.
        for entry in ledger where entry.kind == .reversal && entry.finStatus == .authorised {
            entry.originalID.map { standing[$0] = nil }
        }
        var claims: [String: Int64] = [:]
        for row in rows { claim(row, standing, &claims) }
        for (id, entry) in standing where claims[id] == nil && !isLeftOpen(entry, rows) {
            findings.append("the acquirer has \(entry.kind.rawValue) \(entry.amount) of nobody: \(id)")
        }
    }

    /// Each payment that moved money names the acquirer's transaction, and none is named twice.
    private mutating func claim(
        _ row: HistoryRow, _ standing: [String: LedgerEntry], _ claims: inout [String: Int64]
    ) {
        guard let intent = row.intent else {
            if row.outcome?.movesMoney == true { claim(row, row.result, standing, &claims) }
            return
        }
        switch row.outcome {
        case .approved, .partlyApproved:
            claim(row, row.result, standing, &claims)
            guard let id = row.result?.eftTransactionID, let entry = standing[id] else { return }
            let authorised = entry.partlyAuthorised ?? entry.amount
            if authorised != row.result?.authorisedAmount || entry.currency != intent.money.currency.alpha {
                findings.append("payment \(row.journalID) has another amount than the acquirer: \(id)")
            }
        case .unknown, nil: unknown += 1
        case .declined, .cancelled, .failed: break
        }
    }

    private mutating func claim(
        _ row: HistoryRow, _ result: TransactionResult?, _ standing: [String: LedgerEntry],
        _ claims: inout [String: Int64]
    ) {
        guard let id = result?.eftTransactionID, standing[id] != nil else {
            findings.append("payment \(row.journalID) is \(row.outcome?.rawValue ?? "open") and not at the acquirer")
            return
        }
        if let other = claims[id] { findings.append("payments \(other) and \(row.journalID) are one: \(id)") }
        claims[id] = row.journalID
    }

    /// An unknown payment may be it: nobody says that it is not.
    private func isLeftOpen(_ entry: LedgerEntry, _ rows: [HistoryRow]) -> Bool {
        rows.contains { $0.isUnresolved && $0.intent?.referenceOnTheWire == entry.customerReference }
    }
}
