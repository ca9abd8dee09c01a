import CSQLite
import Ports

/// One connection to an SQLite file. Not for use by two threads at once.
final class Database {
    enum Access {
        /// The file is made if it isn't there.
        case readWrite
        /// Reads only, but tidies up if it is the last to close: for a connection beside the writer.
        case reading
        /// Can't write at all.
        case readOnly

        fileprivate var flags: Int32 {
            switch self {
            case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .reading: SQLITE_OPEN_READWRITE
            case .readOnly: SQLITE_OPEN_READONLY
            }
        }
    }

    let handle: OpaquePointer
    /// How many pages the write-ahead log holds since it last started anew.
    private(set) var logPages: Int32 = 0

    init(path: String, access: Access) throws(JournalFault) {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, access.flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            throw JournalFault(sqlite: code)
        }
        handle = opened
        sqlite3_busy_timeout(handle, Self.longestWait)
        _ = csqlite_defend(handle)
        if access == .reading { try execute("PRAGMA query_only = ON") }
    }

    deinit { sqlite3_close_v2(handle) }

    /// How long a statement waits for a lock, in milliseconds. [own choice: only a checkpoint makes one wait]
    private static let longestWait: Int32 = 200

    /// Takes over checkpoints: from here on none happens by itself.
    func countLogPages() {
        let this = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_wal_hook(
            handle,
            { this, _, _, pages in
                guard let this else { return SQLITE_OK }
                Unmanaged<Database>.fromOpaque(this).takeUnretainedValue().logPages = pages
                return SQLITE_OK
            }, this)
    }

    /// Runs statements that take and give no values.
    func execute(_ sql: String) throws(JournalFault) {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// The first column of the only row of a statement without parameters.
    func integer(_ sql: String) throws(JournalFault) -> Int64 {
        let statement = try Statement(sql, self)
        return try statement.step() ? statement.integer(0) : 0
    }

    /// Moves the log into the main file as far as no reader is in the way; afterwards the log starts anew.
    func checkpoint(truncating: Bool = false) throws(JournalFault) {
        let mode = truncating ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE
        let code = sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, nil)
        if code & 0xFF == SQLITE_BUSY { return }
        try check(code)
        logPages = 0
    }

    func check(_ code: Int32) throws(JournalFault) {
        guard code == SQLITE_OK else { throw JournalFault(sqlite: code) }
    }
}
