import Payments
import Ports

/// A connection that only reads, beside the writer or without one. Not for use by two threads at once.
final class JournalReader {
    private let database: Database
    private let first: Statement
    private let later: Statement

    /// - Returns: nil where the file is empty: no till has written to it yet.
    init?(path: String, besideWriter: Bool) throws(JournalFault) {
        database = try Database(path: path, access: besideWriter ? .reading : .readOnly)
        guard try Schema.isPresent(in: database) else { return nil }
        first = try Statement("SELECT \(JournalRow.columns) FROM journal WHERE id = ?", database)
        later = try Statement(
            "SELECT \(JournalRow.columns) FROM journal WHERE payment = ? AND payment < id ORDER BY id", database)
    }

    /// More than these are never given for a prefix: it is ambiguous. [own choice]
    private static let mostFound = 20

    func history(limit: Int, query: String?) throws(JournalFault) -> [HistoryRow] {
        guard limit > 0 else { return [] }
        guard let query, !query.isEmpty else {
            let newest = try Statement(
                "SELECT id FROM journal WHERE payment = id ORDER BY id DESC LIMIT ?", database)
            newest.bind(1, Int64(limit))
            return try rows(of: try numbers(newest))
        }
        let candidates = try payments(containing: query).sorted(by: >)
        return try rows(of: candidates, limit: limit) { $0.matches(query) }
    }

    func find(_ prefix: String) throws(JournalFault) -> [HistoryRow] {
        guard !prefix.isEmpty else { return [] }
        let byNumber = Int64(prefix).map { number in number > 0 && String(number) == prefix ? number : 0 } ?? 0
        if byNumber > 0, let exact = try row(of: byNumber) { return [exact] }
        let named = try payments(containing: prefix)
        let numbered = byNumber > 0 ? try payments(numberedFrom: prefix) : []
        return try rows(of: named.union(numbered).sorted(), limit: Self.mostFound) { row in
            numbered.contains(row.journalID) || row.isNamed(byPrefix: prefix)
        }
    }

    func unresolved() throws(JournalFault) -> [HistoryRow] {
        try rows(of: try snapshot { () throws(JournalFault) in try unresolvedPayments() }.sorted())
    }

    /// Walks the whole journal.
    func verify() throws(JournalFault) -> ChainReport {
        try snapshot { () throws(JournalFault) in
            var check = ChainCheck(head: try JournalTail.head(of: database))
            let all = try Statement("SELECT \(JournalRow.columns) FROM journal ORDER BY id", database)
            while try all.step() { check.take(JournalRow(all)) }
            return check.report(listed: (try? unresolvedPayments()) ?? [], fileIsIntact: try fileIsIntact())
        }
    }

    /// The list, and what the rows that came after it say.
    private func unresolvedPayments() throws(JournalFault) -> Set<Int64> {
        var payments = Set(try numbers(Statement("SELECT payment FROM unresolved", database)))
        for (payment, standing) in try JournalTail(database).recent { standing.apply(to: payment, in: &payments) }
        return payments
    }

    /// Lets several statements see one state, whatever is appended meanwhile.
    private func snapshot<Result>(_ body: () throws(JournalFault) -> Result) throws(JournalFault) -> Result {
        try database.execute("BEGIN")
        defer { try? database.execute("COMMIT") }
        return try body()
    }

    private func fileIsIntact() throws(JournalFault) -> Bool {
        let statement = try Statement("PRAGMA integrity_check(1)", database)
        return try statement.step() && statement.text(0) == Array("ok".utf8)
    }

    /// Payments of which a row's words contain the text; those that `HistoryRow` knows better are still among them.
    private func payments(containing text: String) throws(JournalFault) -> Set<Int64> {
        var found: Set<Int64> = []
        for variant in SearchWords.variants(of: text) {
            let statement = try Statement("SELECT payment FROM journal WHERE instr(words, ?) > 0", database)
            statement.bind(1, variant)
            found.formUnion(try numbers(statement))
        }
        return found
    }

    private func payments(numberedFrom prefix: String) throws(JournalFault) -> Set<Int64> {
        let statement = try Statement(
            "SELECT id FROM journal WHERE payment = id AND CAST(id AS TEXT) LIKE ? || '%' LIMIT ?", database)
        statement.bind(1, prefix)
        statement.bind(2, Int64(Self.mostFound))
        return Set(try numbers(statement))
    }

    private func numbers(_ statement: Statement) throws(JournalFault) -> [Int64] {
        var numbers: [Int64] = []
        while try statement.step() { numbers.append(statement.integer(0)) }
        return numbers
    }

    private func rows(
        of payments: [Int64], limit: Int = .max, where isWanted: (HistoryRow) -> Bool = { _ in true }
    ) throws(JournalFault) -> [HistoryRow] {
        var rows: [HistoryRow] = []
        for payment in payments where rows.count < limit {
            if let row = try row(of: payment), isWanted(row) { rows.append(row) }
        }
        return rows
    }

    /// The payment whose first row has this number; nil where that row is none's first.
    private func row(of payment: Int64) throws(JournalFault) -> HistoryRow? {
        defer {
            first.reset()
            later.reset()
        }
        first.bind(1, payment)
        guard try first.step() else { return nil }
        let opening = JournalRow(first)
        guard opening.payment == payment else { return nil }
        var entries = [try opening.entry()]
        later.bind(1, payment)
        while try later.step() { entries.append(try JournalRow(later).entry()) }
        return HistoryRow(journalID: payment, folding: entries)
    }
}
