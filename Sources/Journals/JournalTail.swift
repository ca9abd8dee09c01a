import Payments
import Ports

/// A row's number and hash.
struct RowMark: Equatable {
    var id: Int64
    var hash: [UInt8]

    /// What stands before the first row.
    static let start = RowMark(id: 0, hash: Chain.genesis)
}

/// The rows that came after `head` was last brought up to date: a few hundred at most.
struct JournalTail {
    /// The journal's last row.
    private(set) var last: RowMark
    private(set) var recent = RecentRows()
    /// False where `head` or the row that it names is gone or changed, or a later row doesn't follow from it.
    private(set) var isSound: Bool

    init(_ database: Database) throws(JournalFault) {
        let kept = try Self.head(of: database)
        let head = kept ?? .start
        last = head
        let hash = head.id == 0 ? RowMark.start.hash : try Self.hash(of: head.id, in: database)
        isSound = kept != nil && hash == head.hash
        let rows = try Statement("SELECT \(JournalRow.columns) FROM journal WHERE id > ? ORDER BY id", database)
        rows.bind(1, head.id)
        while try rows.step() { try take(JournalRow(rows)) }
    }

    private mutating func take(_ row: JournalRow) throws(JournalFault) {
        let follows = row.id == last.id + 1 && row.previous == last.hash && Chain.hash(of: row) == row.hash
        isSound = isSound && follows
        last = RowMark(id: row.id, hash: row.hash)
        recent.append(row, try row.standing())
    }

    /// Nil where somebody took it away: every journal is made with one.
    static func head(of database: Database) throws(JournalFault) -> RowMark? {
        let statement = try Statement("SELECT id, hash FROM head", database)
        return try statement.step() ? RowMark(id: statement.integer(0), hash: statement.blob(1)) : nil
    }

    private static func hash(of id: Int64, in database: Database) throws(JournalFault) -> [UInt8]? {
        let statement = try Statement("SELECT hash FROM journal WHERE id = ?", database)
        statement.bind(1, id)
        return try statement.step() ? statement.blob(0) : nil
    }
}
