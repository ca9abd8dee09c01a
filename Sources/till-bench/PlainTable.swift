import CSQLite

/// The least that could be called a journal: one table, one row a transaction.
final class PlainTable {
    private var database: OpaquePointer?
    private var insertion: OpaquePointer?

    init?(_ path: String) {
        guard sqlite3_open(path, &database) == SQLITE_OK else { return nil }
        let setup = """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0;
            CREATE TABLE plain (id INTEGER PRIMARY KEY, body TEXT NOT NULL)
            """
        guard sqlite3_exec(database, setup, nil, nil, nil) == SQLITE_OK,
            sqlite3_prepare_v2(database, "INSERT INTO plain (body) VALUES (?)", -1, &insertion, nil) == SQLITE_OK
        else { return nil }
    }

    deinit {
        sqlite3_finalize(insertion)
        sqlite3_close(database)
    }

    func insert(_ body: [UInt8]) {
        _ = csqlite_bind_text(insertion, 1, body, body.count)
        sqlite3_step(insertion)
        sqlite3_reset(insertion)
    }

    func checkpoint() { sqlite3_wal_checkpoint_v2(database, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil) }
}
