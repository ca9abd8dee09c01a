import CSQLite
import Files
public import Payments
public import Ports
import Threads
public import Time

/// The journal in an SQLite file: one table that only grows, each row on disk before `append` returns.
///
/// Reading has a connection of its own, so that a long search holds no payment up. Made by `DataDirectory`.
public final class SQLiteJournal: Journal {
    private let writer: Locked<JournalWriter>?
    private let reader: Locked<JournalReader>
    /// Held as long as this lives.
    let lock: FileLock?

    /// Opens for writing, and makes the file's tables if it is empty.
    init(writingTo path: String, lock: FileLock) throws(JournalFault) {
        writer = Locked(try JournalWriter(path: path))
        guard let reader = try JournalReader(path: path, besideWriter: true) else { throw .damaged("no journal") }
        self.reader = Locked(reader)
        self.lock = lock
    }

    /// Opens for reading only; nil where no till has written to the file yet.
    init?(readingFrom path: String) throws(JournalFault) {
        guard let reader = try JournalReader(path: path, besideWriter: false) else { return nil }
        self.reader = Locked(reader)
        writer = nil
        lock = nil
    }

    /// SQLite's version.
    public static var libraryVersion: String { String(cString: sqlite3_libversion()) }

    public func append(_ entry: JournalEntry) throws(JournalFault) -> Int64 {
        guard let writer else { throw .readOnly }
        return try writer.withLock { (writer) throws(JournalFault) in try writer.append(entry) }
    }

    public func append(_ entry: AuditEntry) throws(JournalFault) -> Int64 {
        guard let writer else { throw .readOnly }
        return try writer.withLock { (writer) throws(JournalFault) in try writer.append(entry) }
    }

    public func audit(limit: Int) throws(JournalFault) -> [AuditEntry] {
        try reader.withLock { (reader) throws(JournalFault) in try reader.audit(limit: limit) }
    }

    public func namesOperators() throws(JournalFault) -> Bool {
        try reader.withLock { (reader) throws(JournalFault) in try reader.namesOperators() }
    }

    public func history(limit: Int, query: String?) throws(JournalFault) -> [HistoryRow] {
        try reader.withLock { (reader) throws(JournalFault) in try reader.history(limit: limit, query: query) }
    }

    /// Payments that began in `[start, end)`, in the order in which the journal has them: up to `limit`, from the first
    /// one whose number is greater than `number`. A long journal is read in pages, beside a till that goes on writing.
    public func payments(
        after number: Int64, from start: WallTime?, before end: WallTime?, limit: Int
    ) throws(JournalFault) -> [HistoryRow] {
        try reader.withLock { (reader) throws(JournalFault) in
            try reader.payments(after: number, from: start, before: end, limit: limit)
        }
    }

    public func find(_ prefix: String) throws(JournalFault) -> [HistoryRow] {
        try reader.withLock { (reader) throws(JournalFault) in try reader.find(prefix) }
    }

    public func unresolved() throws(JournalFault) -> [HistoryRow] {
        try reader.withLock { (reader) throws(JournalFault) in try reader.unresolved() }
    }

    /// Walks the whole chain: changed, removed and reordered rows are found.
    public func verify() throws(JournalFault) -> ChainReport {
        try reader.withLock { (reader) throws(JournalFault) in try reader.verify() }
    }

    /// Tidies the file if there is enough to tidy; takes milliseconds. To be called between payments, never in one.
    public func checkpointIfIdle() throws(JournalFault) {
        try writer?.withLock { (writer) throws(JournalFault) in try writer.checkpointIfIdle() }
    }
}
