import Journals
import Payments
import Ports
import Threads

/// The journal, with a stop-watch at what takes time.
final class TimedJournal: Journal {
    private let base: SQLiteJournal
    private let total = Locked<(appending: Duration, tidying: Duration, rows: Int)>((.zero, .zero, 0))

    init(_ base: SQLiteJournal) { self.base = base }

    var spent: Duration { total.withLock { $0.appending + $0.tidying } }
    var appending: Duration { total.withLock { $0.appending } }
    var rows: Int { total.withLock { $0.rows } }

    func append(_ entry: JournalEntry) throws(JournalFault) -> Int64 {
        let start = ContinuousClock.now
        let id = try base.append(entry)
        let spent = ContinuousClock.now - start
        total.withLock { $0 = ($0.appending + spent, $0.tidying, $0.rows + 1) }
        return id
    }

    func append(_ entry: AuditEntry) throws(JournalFault) -> Int64 { try base.append(entry) }

    func audit(limit: Int) throws(JournalFault) -> [AuditEntry] { try base.audit(limit: limit) }

    func namesOperators() throws(JournalFault) -> Bool { try base.namesOperators() }

    func history(limit: Int, query: String?) throws(JournalFault) -> [HistoryRow] {
        try base.history(limit: limit, query: query)
    }

    func find(_ prefix: String) throws(JournalFault) -> [HistoryRow] { try base.find(prefix) }

    func unresolved() throws(JournalFault) -> [HistoryRow] { try base.unresolved() }

    func checkpointIfIdle() throws(JournalFault) {
        let start = ContinuousClock.now
        try base.checkpointIfIdle()
        let spent = ContinuousClock.now - start
        total.withLock { $0.tidying += spent }
    }
}
