import Payments

/// Takes the journal's rows in order and notes what is wrong with them.
struct ChainCheck {
    /// Up to where the list of unresolved payments goes.
    private let head: RowMark?
    private var last = RowMark.start
    private var headIsFound: Bool
    private var rows: Int64 = 0
    private var faults: [ChainReport.Fault] = []
    private var unresolved: Set<Int64> = []

    init(head: RowMark?) {
        self.head = head
        headIsFound = head == .start
    }

    mutating func take(_ row: JournalRow) {
        let isNext = row.id == last.id + 1
        if !isNext { faults.append(.missing(first: last.id + 1, last: row.id - 1)) }
        if Chain.hash(of: row) != row.hash {
            faults.append(.changed(row: row.id))
        } else if isNext, row.previous != last.hash {
            faults.append(.unlinked(row: row.id))
        }
        if let standing = try? row.standing() {
            standing.apply(to: row.payment, in: &unresolved)
        } else {
            faults.append(.unreadable(row: row.id))
        }
        last = RowMark(id: row.id, hash: row.hash)
        headIsFound = headIsFound || last == head
        rows += 1
    }

    /// - Parameter listed: the payments that are unresolved by the list and the rows after it.
    func report(listed: Set<Int64>, indexFits: Bool, fileIsIntact: Bool) -> ChainReport {
        var faults = faults
        if !headIsFound { faults.append(.end) }
        if listed != unresolved { faults.append(.unresolvedList) }
        if !indexFits { faults.append(.index) }
        if !fileIsIntact { faults.append(.file) }
        return ChainReport(rows: rows, faults: faults)
    }
}
