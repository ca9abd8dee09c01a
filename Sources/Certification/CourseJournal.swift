import Payments
import Ports
import Threads

/// A journal in memory, which notes each row.
final class CourseJournal: Journal {
    private let course: Course
    private let flaw: CertificationFlaw?
    private let content = Locked<(entries: [JournalEntry], audit: [AuditEntry])>(([], []))
    /// Written, and not noted yet.
    private let late = Locked<Course.Happening?>(nil)

    init(_ course: Course, flaw: CertificationFlaw?) {
        self.course = course
        self.flaw = flaw
    }

    func append(_ entry: JournalEntry) throws(JournalFault) -> Int64 {
        let kept = flaw == .losesGUIDs ? entry.withoutGUID : entry
        let number = content.withLock { content in
            content.entries.append(kept)
            return Int64(content.entries.count)
        }
        note(.row(number, kept))
        return number
    }

    func append(_ entry: AuditEntry) throws(JournalFault) -> Int64 {
        content.withLock { content in
            content.audit.append(entry)
            return Int64(content.audit.count)
        }
    }

    private func note(_ row: Course.Happening) {
        guard flaw == .writesLate else { return course.note(row) }
        let before = late.withLock { late in
            defer { late = row }
            return late
        }
        if let before { course.note(before) }
    }

    func audit(limit: Int) throws(JournalFault) -> [AuditEntry] {
        content.withLock { Array($0.audit.reversed().prefix(max(0, limit))) }
    }

    func namesOperators() throws(JournalFault) -> Bool { false }

    func history(limit: Int, query: String?) throws(JournalFault) -> [HistoryRow] {
        let found = rows.reversed().filter { row in query.map { $0.isEmpty || row.matches($0) } ?? true }
        return Array(found.prefix(max(0, limit)))
    }

    func find(_ prefix: String) throws(JournalFault) -> [HistoryRow] {
        rows.filter { $0.isNamed(byPrefix: prefix) || String($0.journalID) == prefix }
    }

    func unresolved() throws(JournalFault) -> [HistoryRow] { rows.filter(\.isUnresolved) }

    /// All payments, oldest first.
    var rows: [HistoryRow] {
        let entries = content.withLock { $0.entries }
        let payments = Dictionary(grouping: entries.indices) { entries[$0].reference }
        return payments.values.sorted { $0[0] < $1[0] }
            .compactMap { HistoryRow(journalID: Int64($0[0]) + 1, folding: $0.map { entries[$0] }) }
    }
}

extension JournalEntry {
    fileprivate var withoutGUID: JournalEntry {
        guard case .outcome(let outcome, var result) = change else { return self }
        result.eftTransactionID = nil
        var copy = self
        copy.change = .outcome(outcome, result)
        return copy
    }
}
