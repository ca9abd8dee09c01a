import Payments

/// Takes the journal's rows in order and notes what is wrong with them.
struct ChainCheck {
    private var lastID: Int64 = 0
    private var lastHash = Chain.genesis
    private var rows: Int64 = 0
    private var faults: [ChainReport.Fault] = []
    private var unresolved: Set<Int64> = []

    mutating func take(_ row: JournalRow) {
        let isNext = row.id == lastID + 1
        if !isNext { faults.append(.missing(first: lastID + 1, last: row.id - 1)) }
        if Chain.hash(of: row) != row.hash {
            faults.append(.changed(row: row.id))
        } else if isNext, row.previous != lastHash {
            faults.append(.unlinked(row: row.id))
        }
        follow(row)
        lastID = row.id
        lastHash = row.hash
        rows += 1
    }

    func report(endID: Int64, endHash: [UInt8], unresolved listed: [Int64], fileIsIntact: Bool) -> ChainReport {
        var faults = faults
        if endID != lastID || endHash != lastHash { faults.append(.end) }
        if listed != unresolved.sorted() { faults.append(.unresolvedList) }
        if !fileIsIntact { faults.append(.file) }
        return ChainReport(rows: rows, faults: faults)
    }

    private mutating func follow(_ row: JournalRow) {
        guard let entry = try? row.entry() else {
            faults.append(.unreadable(row: row.id))
            return
        }
        switch entry.change {
        case .intent, .outcome(.unknown, _), .orphan(.unknown, _): unresolved.insert(row.payment)
        case .outcome, .orphan: unresolved.remove(row.payment)
        case .relayed, .signature: break
        }
    }
}
