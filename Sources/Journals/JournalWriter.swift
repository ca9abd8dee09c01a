import CSQLite
import Payments
import Ports

/// The one connection that appends. Not for use by two threads at once.
final class JournalWriter {
    private let database: Database
    private let statements: Statements
    private var head: Head

    /// The last row: what the next one is linked to.
    private struct Head {
        var id: Int64
        var hash: [UInt8]
    }

    /// The log's pages after which an idle till moves them into the main file, and after which it is done at once.
    /// [own choice: 1 MiB and 32 MiB; opening with a log of 9 MiB takes 3 ms]
    private static let idlePages: Int32 = 256
    private static let mostPages: Int32 = 8192

    init(path: String) throws(JournalFault) {
        database = try Database(path: path, access: .readWrite)
        let isPresent = try Schema.isPresent(in: database)
        try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF")
        if !isPresent { try Schema.create(in: database) }
        database.countLogPages()
        statements = try Statements(database)
        head = try Self.head(of: database)
    }

    /// Appends a row; it is on disk when this returns. A full disk gets one more chance after the log was emptied.
    func append(_ entry: JournalEntry) throws(JournalFault) -> Int64 {
        do {
            return try insert(entry)
        } catch {
            guard Self.mayPass(error) else { throw error }
            try? database.checkpoint(truncating: true)
            return try insert(entry)
        }
    }

    /// Moves the log into the main file if it has grown enough; takes milliseconds, so not while a payment runs.
    func checkpointIfIdle() throws(JournalFault) {
        if database.logPages >= Self.idlePages { try database.checkpoint() }
    }

    private func insert(_ entry: JournalEntry) throws(JournalFault) -> Int64 {
        let id = head.id + 1
        let payment = try firstRow(of: entry) ?? id
        let row = JournalRow(entry, id: id, payment: payment, previous: head.hash)
        try transaction { () throws(JournalFault) in
            row.bind(to: statements.insert)
            try statements.insert.run()
            try note(entry.change, of: payment)
            statements.setHead.bind(1, id)
            statements.setHead.bind(2, blob: row.hash)
            try statements.setHead.run()
        }
        head = Head(id: id, hash: row.hash)
        if database.logPages >= Self.mostPages { try? database.checkpoint() }
        return id
    }

    private func firstRow(of entry: JournalEntry) throws(JournalFault) -> Int64? {
        let statement = statements.firstRow
        defer { statement.reset() }
        statement.bind(1, entry.reference.text)
        return try statement.step() ? statement.integer(0) : nil
    }

    /// Keeps `unresolved` true to the journal.
    private func note(_ change: JournalEntry.Change, of payment: Int64) throws(JournalFault) {
        let statement: Statement
        switch change {
        case .intent, .outcome(.unknown, _), .orphan(.unknown, _): statement = statements.setUnresolved
        case .outcome, .orphan: statement = statements.setResolved
        case .relayed, .signature: return
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

    /// - Throws: `damaged` where rows were cut off the end, or changed there: nothing is added to such a journal.
    private static func head(of database: Database) throws(JournalFault) -> Head {
        let last = try Statement("SELECT id, hash FROM journal ORDER BY id DESC LIMIT 1", database)
        let kept = try Statement("SELECT id, hash FROM head", database)
        let found = try last.step() ? Head(id: last.integer(0), hash: last.blob(1)) : Head(id: 0, hash: Chain.genesis)
        guard try kept.step() else {
            guard found.id == 0 else { throw .damaged("end of the journal") }
            return found
        }
        guard kept.integer(0) == found.id, kept.blob(1) == found.hash else { throw .damaged("end of the journal") }
        return found
    }
}

/// The writer's statements, prepared once.
private struct Statements {
    let begin, commit, rollback, insert, firstRow, setHead, setUnresolved, setResolved: Statement

    init(_ database: Database) throws(JournalFault) {
        begin = try Statement("BEGIN IMMEDIATE", database)
        commit = try Statement("COMMIT", database)
        rollback = try Statement("ROLLBACK", database)
        insert = try Statement(
            "INSERT INTO journal (\(JournalRow.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", database)
        firstRow = try Statement("SELECT id FROM journal WHERE reference = ? AND payment = id", database)
        setHead = try Statement("INSERT OR REPLACE INTO head VALUES (1, ?, ?)", database)
        setUnresolved = try Statement("INSERT OR IGNORE INTO unresolved VALUES (?)", database)
        setResolved = try Statement("DELETE FROM unresolved WHERE payment = ?", database)
    }
}
