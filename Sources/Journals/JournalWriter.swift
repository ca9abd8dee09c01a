import CSQLite
import Payments
import Ports

/// The one connection that appends. Not for use by two threads at once.
///
/// A row is one INSERT into one table. The tables beside it (see `Schema`) follow later, between payments: until then
/// writer and reader look at the few rows that came since.
final class JournalWriter {
    private let database: Database
    private let statements: Statements
    /// The last row: what the next one is linked to.
    private var last: RowMark
    private var recent: RecentRows

    /// The log's pages after which an idle till moves them into the main file, and after which it is done at once.
    /// [own choice: 256 KiB and 8 MiB; opening with a log of 9 MiB takes 3 ms]
    private static let idlePages: Int32 = 64
    private static let mostPages: Int32 = 2048
    /// The rows after which the other tables follow at once: nobody looks at more of them. [own choice]
    private static let mostRecent = 256

    init(path: String) throws(JournalFault) {
        database = try Database(path: path, access: .readWrite)
        let isPresent = try Schema.isPresent(in: database)
        try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF")
        isPresent ? try Schema.update(database) : try Schema.create(in: database)
        database.countLogPages()
        statements = try Statements(database)
        let tail = try JournalTail(database)
        guard tail.isSound else { throw .damaged("end of the journal") }
        last = tail.last
        recent = tail.recent
        try followUp()
    }

    deinit { try? followUp() }

    /// Appends a row; it is on disk when this returns. A full disk gets one more chance after the log was emptied.
    func append(_ entry: JournalEntry) throws(JournalFault) -> Int64 {
        try insisting { () throws(JournalFault) in
            var row = JournalRow(entry, id: last.id + 1, previous: last.hash)
            if !entry.beginsPayment { row.payment = try payment(row.reference) ?? row.id }
            return try insert(row, Standing(entry.change))
        }
    }

    func append(_ entry: AuditEntry) throws(JournalFault) -> Int64 {
        try insisting { () throws(JournalFault) in
            try insert(JournalRow(entry, id: last.id + 1, previous: last.hash), .asBefore)
        }
    }

    private func insisting(_ insert: () throws(JournalFault) -> Int64) throws(JournalFault) -> Int64 {
        do {
            return try insert()
        } catch {
            guard Self.mayPass(error) else { throw error }
            try? database.checkpoint(truncating: true)
            return try insert()
        }
    }

    /// Brings the other tables up to the last row, and moves the log into the main file if it has grown enough.
    /// Takes milliseconds, so not while a payment runs.
    func checkpointIfIdle() throws(JournalFault) {
        try followUp()
        if database.logPages >= Self.idlePages { try database.checkpoint() }
    }

    private func insert(_ row: JournalRow, _ standing: Standing) throws(JournalFault) -> Int64 {
        var row = row
        row.hash = Chain.hash(of: row)
        row.bind(to: statements.insert)
        try statements.insert.run()
        last = RowMark(id: row.id, hash: row.hash)
        recent.append(row, standing)
        // The row is safe by now: what fails here is done later.
        if recent.rows.count >= Self.mostRecent { try? followUp() }
        if database.logPages >= Self.mostPages { try? database.checkpoint() }
        return row.id
    }

    private func payment(_ reference: [UInt8]) throws(JournalFault) -> Int64? {
        if let recent = recent.payment(reference) { return recent }
        let statement = statements.payment
        defer { statement.reset() }
        statement.bind(1, text: reference)
        return try statement.step() ? statement.integer(0) : nil
    }

    private func followUp() throws(JournalFault) {
        guard !recent.rows.isEmpty else { return }
        try transaction { () throws(JournalFault) in
            for row in recent.rows {
                try index(row)
                try note(row.standing, of: row.payment)
            }
            statements.setHead.bind(1, last.id)
            statements.setHead.bind(2, blob: last.hash)
            try statements.setHead.run()
        }
        recent.removeAll()
    }

    private func index(_ row: RecentRows.Row) throws(JournalFault) {
        if row.payment == row.id {
            statements.addPayment.bind(1, text: row.reference)
            statements.addPayment.bind(2, row.id)
            try statements.addPayment.run()
        } else {
            statements.addLater.bind(1, row.payment)
            statements.addLater.bind(2, row.id)
            try statements.addLater.run()
        }
    }

    private func note(_ standing: Standing, of payment: Int64) throws(JournalFault) {
        let statement: Statement
        switch standing {
        case .unresolved: statement = statements.setUnresolved
        case .resolved: statement = statements.setResolved
        case .asBefore: return
        }
        statement.bind(1, payment)
        try statement.run()
    }

    private func transaction(_ body: () throws(JournalFault) -> Void) throws(JournalFault) {
        try statements.begin.run()
        do {
            try body()
            try statements.commit.run()
        } catch {
            try? statements.rollback.run()
            throw error
        }
    }

    private static func mayPass(_ fault: JournalFault) -> Bool {
        switch fault {
        case .diskFull: true
        case .other(let code): code & 0xFF == SQLITE_IOERR
        default: false
        }
    }
}

/// The writer's statements, prepared once.
private struct Statements {
    let begin, commit, rollback, insert, payment: Statement
    let addPayment, addLater, setUnresolved, setResolved, setHead: Statement

    init(_ database: Database) throws(JournalFault) {
        begin = try Statement("BEGIN IMMEDIATE", database)
        commit = try Statement("COMMIT", database)
        rollback = try Statement("ROLLBACK", database)
        insert = try Statement(
            "INSERT INTO journal (\(JournalRow.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", database)
        payment = try Statement("SELECT id FROM payment WHERE reference = ?", database)
        addPayment = try Statement("INSERT OR IGNORE INTO payment VALUES (?, ?)", database)
        addLater = try Statement("INSERT OR IGNORE INTO later VALUES (?, ?)", database)
        setHead = try Statement("INSERT OR REPLACE INTO head VALUES (1, ?, ?)", database)
        setUnresolved = try Statement("INSERT OR IGNORE INTO unresolved VALUES (?)", database)
        setResolved = try Statement("DELETE FROM unresolved WHERE payment = ?", database)
    }
}
