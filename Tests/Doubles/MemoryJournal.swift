public import Payments
public import Ports
import Threads

/// A journal in memory that keeps the port's promises, and can be told to fail.
public final class MemoryJournal: Journal {
    private struct Content {
        var entries: [JournalEntry] = []
        var audit: [AuditEntry] = []
        var nextFault: JournalFault?
        /// The rows that still go well before the disk is full, and how many then fail; nil where it has room.
        var full: (after: Int, count: Int)?
    }

    private let content = Locked(Content())

    public init() {}

    /// Everything appended so far; the number of an entry is its index plus one.
    public var entries: [JournalEntry] { content.withLock { $0.entries } }

    /// The audit trail, oldest first.
    public var audit: [AuditEntry] { content.withLock { $0.audit } }

    /// The next `append` throws this and writes nothing.
    public func failNext(_ fault: JournalFault) { content.withLock { $0.nextFault = fault } }

    /// After so many more rows the disk is full, for so many.
    public func fillDisk(after rows: Int, for count: Int) { content.withLock { $0.full = (rows, count) } }

    /// The disk was replaced: nothing of what was written is left.
    public func forgetEverything() { content.withLock { $0 = Content() } }

    /// There is room again.
    public func makeRoom() { content.withLock { $0.full = nil } }

    public func append(_ entry: JournalEntry) throws(JournalFault) -> Int64 {
        try content.withLock { (content) throws(JournalFault) in
            try Self.failIfTold(&content)
            content.entries.append(entry)
            return Int64(content.entries.count)
        }
    }

    public func append(_ entry: AuditEntry) throws(JournalFault) -> Int64 {
        try content.withLock { (content) throws(JournalFault) in
            try Self.failIfTold(&content)
            content.audit.append(entry)
            return Int64(content.audit.count)
        }
    }

    private static func failIfTold(_ content: inout Content) throws(JournalFault) {
        if let fault = content.nextFault {
            content.nextFault = nil
            throw fault
        }
        guard let full = content.full else { return }
        guard full.after == 0 else {
            content.full?.after -= 1
            return
        }
        content.full = full.count > 1 ? (0, full.count - 1) : nil
        throw .diskFull
    }

    public func audit(limit: Int) throws(JournalFault) -> [AuditEntry] { Array(audit.reversed().prefix(limit)) }

    public func namesOperators() throws(JournalFault) -> Bool { audit.contains { $0.event.definesOperators } }

    public func history(limit: Int, query: String?) throws(JournalFault) -> [HistoryRow] {
        let found = rows.reversed().filter { row in query.map { $0.isEmpty || row.matches($0) } ?? true }
        return Array(found.prefix(max(0, limit)))
    }

    public func find(_ prefix: String) throws(JournalFault) -> [HistoryRow] {
        let rows = rows
        if let exact = rows.first(where: { String($0.journalID) == prefix }) { return [exact] }
        return rows.filter { row in
            row.isNamed(byPrefix: prefix) || (!prefix.isEmpty && String(row.journalID).hasPrefix(prefix))
        }
    }

    public func unresolved() throws(JournalFault) -> [HistoryRow] { rows.filter(\.isUnresolved) }

    /// All payments, oldest first.
    private var rows: [HistoryRow] {
        let entries = entries
        let payments = Dictionary(grouping: entries.indices) { entries[$0].reference }
        return payments.values.sorted { $0[0] < $1[0] }
            .compactMap { HistoryRow(journalID: Int64($0[0]) + 1, folding: $0.map { entries[$0] }) }
    }
}
