public import Payments

/// The book in which every state change stands before anything happens.
public protocol Journal: AnyObject, Sendable {
    /// Appends a row; it is on disk when this returns. Blocks: call it from a thread of one's own.
    /// - Returns: the row's number, from 1.
    func append(_ entry: JournalEntry) throws(JournalFault) -> Int64

    /// Appends a row of the audit trail to the same chain; it is on disk when this returns.
    /// - Returns: the row's number.
    func append(_ entry: AuditEntry) throws(JournalFault) -> Int64

    /// The audit trail, newest first.
    func audit(limit: Int) throws(JournalFault) -> [AuditEntry]

    /// Whether the trail ever said who the operators are: it can be known without the credential file.
    func namesOperators() throws(JournalFault) -> Bool

    /// Payments, newest first; with `query`, those that contain the text in reference, amount, customer reference,
    /// approval code, GUID or outcome.
    func history(limit: Int, query: String?) throws(JournalFault) -> [HistoryRow]

    /// Payments whose journal id, reference or GUID starts with `prefix`; more than one means it is ambiguous.
    func find(_ prefix: String) throws(JournalFault) -> [HistoryRow]

    /// Payments without an outcome, or whose outcome is *unknown*, oldest first.
    func unresolved() throws(JournalFault) -> [HistoryRow]

    /// Tidies the file if there is enough to tidy; takes milliseconds. For the time between payments, never in one.
    func checkpointIfIdle() throws(JournalFault)
}

extension Journal {
    /// A journal without a file has nothing to tidy.
    public func checkpointIfIdle() throws(JournalFault) {}
}

/// Why the journal could not do it. Nothing was written.
public enum JournalFault: Error, Hashable, Sendable {
    /// Another till holds the data directory: its process, if it could be read.
    case locked(pid: Int32?)
    case diskFull
    case readOnly
    case permissionDenied
    /// The file is no journal, or its schema is newer than this program's.
    case damaged(String)
    case newerVersion(Int)
    /// SQLite's extended result code.
    case other(code: Int32)
}
