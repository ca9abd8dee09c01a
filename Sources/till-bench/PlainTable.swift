import CSQLite

/// The least that could be called a journal: one table, one row a transaction. It keeps the rows of a journal's file
/// as they stand there.
final class PlainTable {
    private var database: OpaquePointer?
    private var selection: OpaquePointer?
    private var insertion: OpaquePointer?

    /// A row's values, read into memory.
    final class Row {
        fileprivate let values: [OpaquePointer?]

        fileprivate init(_ values: [OpaquePointer?]) { self.values = values }

        deinit { values.forEach(sqlite3_value_free) }
    }

    private static let columns = "id, payment, at, training, kind, reference, operator, words, previous, hash, body"

    init?(_ path: String, copying source: String) {
        guard sqlite3_open(path, &database) == SQLITE_OK else { return nil }
        let setup = """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0;
            CREATE TABLE plain (
                id INTEGER PRIMARY KEY, payment INTEGER, at INTEGER, training INTEGER, kind TEXT, reference TEXT,
                operator TEXT, words TEXT, previous BLOB, hash BLOB, body TEXT);
            ATTACH '\(source)' AS source
            """
        guard sqlite3_exec(database, setup, nil, nil, nil) == SQLITE_OK,
            prepare("SELECT \(Self.columns) FROM source.journal WHERE id > ? ORDER BY id", &selection),
            prepare("INSERT INTO plain VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", &insertion)
        else { return nil }
    }

    deinit {
        sqlite3_finalize(selection)
        sqlite3_finalize(insertion)
        sqlite3_close(database)
    }

    /// The journal's rows after the number `id`.
    func rows(after id: Int) -> [Row] {
        var rows: [Row] = []
        sqlite3_bind_int64(selection, 1, Int64(id))
        while sqlite3_step(selection) == SQLITE_ROW {
            rows.append(
                Row(
                    (0..<sqlite3_column_count(selection)).map { sqlite3_value_dup(sqlite3_column_value(selection, $0)) }
                ))
        }
        sqlite3_reset(selection)
        return rows
    }

    /// Makes one row durable.
    func insert(_ row: Row) {
        for (index, value) in row.values.enumerated() { sqlite3_bind_value(insertion, Int32(index + 1), value) }
        sqlite3_step(insertion)
        sqlite3_reset(insertion)
    }

    func checkpoint() { sqlite3_wal_checkpoint_v2(database, "main", SQLITE_CHECKPOINT_PASSIVE, nil, nil) }

    private func prepare(_ sql: String, _ statement: inout OpaquePointer?) -> Bool {
        sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK
    }
}
