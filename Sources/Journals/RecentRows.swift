/// Rows that the tables beside the journal don't know yet, oldest first.
struct RecentRows {
    struct Row {
        var id: Int64
        var payment: Int64
        var reference: [UInt8]
        var standing: Standing
    }

    private(set) var rows: [Row] = []
    private var payments: [[UInt8]: Int64] = [:]

    mutating func append(_ row: JournalRow, _ standing: Standing) {
        rows.append(Row(id: row.id, payment: row.payment, reference: row.reference, standing: standing))
        if !row.isAudit { payments[row.reference] = row.payment }
    }

    /// The payment with this reference, if one of its rows is among these.
    func payment(_ reference: [UInt8]) -> Int64? { payments[reference] }

    mutating func removeAll() {
        rows = []
        payments = [:]
    }
}
