import Acquirer
import Payments

/// Compares the acquirer's ledger with the journal, to the cent.
struct CampaignAudit {
    /// What does not fit, one line each; empty where everything does.
    private(set) var findings: [String] = []
    /// Payments that stay unknown, because more than one transaction fits.
    private(set) var unknown = 0

    /// Payments by mail that stay unknown, because the cloud may not have kept their reference.
    private(set) var silent = 0

    /// What stands at the acquirer, by its GUID.
    private var standing: [String: LedgerEntry] = [:]
    /// What the cloud has undone.
    private var undone: Set<String> = []
    /// Which payment of the journal names which transaction.
    private var claims: [String: Int64] = [:]

    init(_ ledger: [LedgerEntry], _ rows: [HistoryRow]) {
        for entry in ledger where entry.finStatus != .declined && entry.finStatus != .failed && !entry.isSideEffect {
            standing[entry.name] = entry
        }
        let names = Dictionary(ledger.map { ($0.id, $0.name) }) { first, _ in first }
        // A partial approval counts with what was authorised, a reversal takes all of it back.
        for entry in ledger where entry.isCloudReversal && entry.finStatus == .authorised {
            guard let id = entry.originalID else { continue }
            let name = names[id] ?? id
            undone.insert(name)
            standing[name] = nil
        }
        let ordered = Set(rows.filter(\.isUndoingAtCloud).compactMap { $0.intent?.original?.eftTransactionID })
        for row in rows { claim(row, ordered) }
        for (id, entry) in standing where claims[id] == nil && !isLeftOpen(entry, rows) {
            findings.append("the acquirer has \(entry.kind.rawValue) \(entry.amount) of nobody: \(id)")
        }
        for row in rows { checkTip(row, ledger) }
    }

    /// Each payment that moved money names the acquirer's transaction, and none is named twice.
    /// - Parameter ordered: what reversals of the journal undo at the cloud.
    private mutating func claim(_ row: HistoryRow, _ ordered: Set<String>) {
        guard let intent = row.intent else {
            if row.outcome?.movesMoney == true { claim(row, row.result, ordered) }
            return
        }
        guard !row.isUndoingAtCloud else { return claimUndone(row) }
        switch row.outcome {
        case .approved where intent.operation == .tokenise: break
        case .approved, .partlyApproved:
            claim(row, row.result, ordered)
            guard let id = row.result?.eftTransactionID, let entry = standing[id] else { return }
            let authorised = entry.partlyAuthorised ?? entry.amount
            // Of a pinpad the ledger has amount and cash together.
            let known = (row.result?.authorisedAmount ?? 0) + (intent.cashback ?? 0)
            if authorised != known || entry.currency != intent.money.currency.alpha {
                findings.append("payment \(row.journalID) has another amount than the acquirer: \(id)")
            }
        case .unknown, nil: if intent.operation.isMoto { silent += 1 } else { unknown += 1 }
        case .declined, .cancelled, .failed: break
        }
    }

    private mutating func claim(_ row: HistoryRow, _ result: TransactionResult?, _ ordered: Set<String>) {
        guard let id = result?.eftTransactionID, standing[id] != nil || undone.contains(id) && ordered.contains(id)
        else {
            findings.append("payment \(row.journalID) is \(row.outcome?.rawValue ?? "open") and not at the acquirer")
            return
        }
        if let other = claims[id] { findings.append("payments \(other) and \(row.journalID) are one: \(id)") }
        claims[id] = row.journalID
    }

    /// A reversal without a reader has no transaction of its own to name: what it undoes has to be undone.
    private mutating func claimUndone(_ row: HistoryRow) {
        guard let id = row.intent?.original?.eftTransactionID else { return }
        switch row.outcome {
        case .approved where !undone.contains(id):
            findings.append("payment \(row.journalID) is approved, and \(id) is not undone")
        case .unknown, nil: unknown += 1
        default: break
        }
    }

    /// What is surely set is what was set last.
    private mutating func checkTip(_ row: HistoryRow, _ ledger: [LedgerEntry]) {
        guard let id = row.result?.eftTransactionID, row.intent?.operation.isSale == true else { return }
        let tips = ledger.filter { $0.kind == .tipAdjustment && $0.originalID == id && $0.finStatus == .authorised }
        if row.tip == nil, !tips.isEmpty { findings.append("payment \(row.journalID) has a tip of nobody") }
        guard let set = row.tip?.standing, set != tips.last?.amount ?? 0 else { return }
        findings.append("payment \(row.journalID) has a tip of \(set), the acquirer \(tips.last?.amount ?? 0)")
    }

    /// An unknown payment may be it: nobody says that it is not. By mail nothing is left open, because this cloud keeps the
    /// references.
    private func isLeftOpen(_ entry: LedgerEntry, _ rows: [HistoryRow]) -> Bool {
        guard entry.terminal == nil else {
            return rows.contains { $0.isUnresolved && $0.intent?.money.minorUnits == entry.amount }
        }
        return rows.contains {
            $0.isUnresolved && $0.intent?.isAtCloud == false && $0.intent?.referenceOnTheWire == entry.customerReference
        }
    }
}

extension LedgerEntry {
    /// As the till knows it: by its GUID, or by the number that a pinpad gives.
    fileprivate var name: String { terminal?.rrn ?? id }

    /// It takes back the whole of its original, and is no transaction that anybody names.
    fileprivate var isCloudReversal: Bool { kind == .reversal || kind == .motoReversal }
    fileprivate var isSideEffect: Bool { isCloudReversal || kind == .tipAdjustment }
}

extension HistoryRow {
    /// A payment of its own that undoes another one at the cloud.
    fileprivate var isUndoingAtCloud: Bool { intent.map { $0.isAtCloud && $0.operation.isReversal } ?? false }
}
