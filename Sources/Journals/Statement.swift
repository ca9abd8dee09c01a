import CSQLite
import Ports

/// A prepared statement. Parameters and columns count from 1 and from 0, as SQLite has it.
final class Statement {
    private let handle: OpaquePointer

    init(_ sql: String, _ database: Database) throws(JournalFault) {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(database.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw JournalFault(sqlite: code) }
        handle = prepared
    }

    deinit { sqlite3_finalize(handle) }

    func bind(_ index: Int32, _ value: Int64) { sqlite3_bind_int64(handle, index, value) }

    func bind(_ index: Int32, _ text: String) { bind(index, text: Array(text.utf8)) }

    func bind(_ index: Int32, text: [UInt8]) {
        text.withUnsafeBytes { bytes in
            _ = csqlite_bind_text(handle, index, bytes.baseAddress, bytes.count)
        }
    }

    func bind(_ index: Int32, blob: [UInt8]) {
        blob.withUnsafeBytes { bytes in
            _ = csqlite_bind_blob(handle, index, bytes.baseAddress, bytes.count)
        }
    }

    /// Goes to the next row. - Returns: false after the last one.
    func step() throws(JournalFault) -> Bool {
        let code = sqlite3_step(handle)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw JournalFault(sqlite: code)
        }
    }

    /// Runs to the end and makes it ready to run again.
    func run() throws(JournalFault) {
        defer { reset() }
        while try step() {}
    }

    /// Makes it ready to run again, with other values.
    func reset() { sqlite3_reset(handle) }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func text(_ column: Int32) -> [UInt8] { blob(column) }

    func blob(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(handle, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }
}
