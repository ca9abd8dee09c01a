import Payments
import Ports
import Time

/// A connection that only reads, beside the writer or without one. Not for use by two threads at once.
final class JournalReader {
    private let database: Database
    private let byNumber: Statement
    private let later: Statement
    private let between: Statement
    /// Rows of each payment that `later` doesn't know yet; true during a snapshot.
    private var recentLater: [Int64: [Int64]] = [:]

    /// - Returns: nil where the file is empty: no till has written to it yet.
    init?(path: String, besideWriter: Bool) throws(JournalFault) {
        database = try Database(path: path, access: besideWriter ? .reading : .readOnly)
        guard try Schema.isPresent(in: database) else { return nil }
        byNumber = try Statement("SELECT \(JournalRow.columns) FROM journal WHERE id = ?", database)
        later = try Statement("SELECT id FROM later WHERE payment = ? ORDER BY id", database)
        between = try Statement(
            """
            SELECT id FROM journal WHERE payment = id AND id > ? AND at >= ? AND at < ? ORDER BY id LIMIT ?
            """, database)
    }

    /// More than these are never given for a prefix: it is ambiguous. [own choice]
    private static let mostFound = 20

    func history(limit: Int, query: String?) throws(JournalFault) -> [HistoryRow] {
        guard limit > 0 else { return [] }
        return try snapshot { () throws(JournalFault) in
            guard let query, !query.isEmpty else { return try rows(of: try newestPayments(limit)) }
            let candidates = try payments(containing: query).sorted(by: >)
            return try rows(of: candidates, limit: limit) { $0.matches(query) }
        }
    }

    /// Up to `limit` payments in the order of their numbers, from the first one behind `number`.
    func payments(
        after number: Int64, from start: WallTime?, before end: WallTime?, limit: Int
    ) throws(JournalFault) -> [HistoryRow] {
        try snapshot { () throws(JournalFault) in
            between.bind(1, number)
            between.bind(2, start?.milliseconds ?? .min)
            between.bind(3, end?.milliseconds ?? .max)
            between.bind(4, Int64(limit))
            defer { between.reset() }
            return try rows(of: try numbers(between))
        }
    }

    func find(_ prefix: String) throws(JournalFault) -> [HistoryRow] {
        guard !prefix.isEmpty else { return [] }
        let number = Int64(prefix).flatMap { $0 > 0 && String($0) == prefix ? $0 : nil }
        return try snapshot { () throws(JournalFault) in
            if let number, let exact = try row(of: number) { return [exact] }
            let named = try payments(containing: prefix)
            let numbered = number == nil ? [] : try payments(numberedFrom: prefix)
            return try rows(of: named.union(numbered).sorted(), limit: Self.mostFound) { row in
                numbered.contains(row.journalID) || row.isNamed(byPrefix: prefix)
            }
        }
    }

    func unresolved() throws(JournalFault) -> [HistoryRow] {
        try snapshot { () throws(JournalFault) in try rows(of: try unresolvedPayments().sorted()) }
    }

    /// The audit trail, newest first.
    func audit(limit: Int) throws(JournalFault) -> [AuditEntry] {
        guard limit > 0 else { return [] }
        return try snapshot { () throws(JournalFault) in
            var numbers: [Int64] = []
            for group in [AuditGroup.deeds, .operators] {
                numbers += recentLater[group.rawValue, default: []].reversed() + (try newestLater(group, limit))
            }
            var entries: [AuditEntry] = []
            for number in numbers.sorted(by: >).prefix(limit) {
                if let row = try journalRow(number) { entries.append(try row.auditEntry()) }
            }
            return entries
        }
    }

    func namesOperators() throws(JournalFault) -> Bool {
        try snapshot { () throws(JournalFault) in
            if recentLater[AuditGroup.operators.rawValue]?.isEmpty == false { return true }
            return try !newestLater(.operators, 1).isEmpty
        }
    }

    private func newestLater(_ group: AuditGroup, _ limit: Int) throws(JournalFault) -> [Int64] {
        let newest = try Statement("SELECT id FROM later WHERE payment = ? ORDER BY id DESC LIMIT ?", database)
        newest.bind(1, group.rawValue)
        newest.bind(2, Int64(limit))
        return try numbers(newest)
    }

    /// Walks the whole journal.
    func verify() throws(JournalFault) -> ChainReport {
        try snapshot { () throws(JournalFault) in
            var check = ChainCheck(head: try JournalTail.head(of: database))
            let all = try Statement("SELECT \(JournalRow.columns) FROM journal ORDER BY id", database)
            while try all.step() { check.take(JournalRow(all)) }
            return check.report(
                listed: (try? unresolvedPayments()) ?? [], indexFits: try indexFits(), fileIsIntact: try fileIsIntact())
        }
    }

    /// The list, and what the rows that came after it say.
    private func unresolvedPayments() throws(JournalFault) -> Set<Int64> {
        var payments = Set(try numbers(Statement("SELECT payment FROM unresolved", database)))
        for row in try JournalTail(database).recent.rows { row.standing.apply(to: row.payment, in: &payments) }
        return payments
    }

    /// Lets several statements see one state, whatever is appended meanwhile.
    private func snapshot<Result>(_ body: () throws(JournalFault) -> Result) throws(JournalFault) -> Result {
        try database.execute("BEGIN")
        defer { try? database.execute("COMMIT") }
        recentLater = [:]
        let recent = try Statement(
            "SELECT id, payment FROM journal WHERE id > (SELECT id FROM head) AND payment < id ORDER BY id", database)
        while try recent.step() { recentLater[recent.integer(1), default: []].append(recent.integer(0)) }
        return try body()
    }

    private func newestPayments(_ limit: Int) throws(JournalFault) -> [Int64] {
        let newest = try Statement("SELECT id FROM journal WHERE payment = id ORDER BY id DESC LIMIT ?", database)
        newest.bind(1, Int64(limit))
        return try numbers(newest)
    }

    /// Whether `payment` and `later` name exactly the rows up to `head`.
    private func indexFits() throws(JournalFault) -> Bool {
        let first = "SELECT reference, id FROM journal WHERE payment = id"
        let later = "SELECT payment, id FROM journal WHERE payment < id"
        let known = "AND id <= (SELECT id FROM head)"
        return try database.integer(
            """
            SELECT EXISTS (\(first) \(known) EXCEPT SELECT reference, id FROM payment)
                OR EXISTS (\(later) \(known) EXCEPT SELECT payment, id FROM later)
                OR EXISTS (SELECT reference, id FROM payment EXCEPT \(first))
                OR EXISTS (SELECT payment, id FROM later EXCEPT \(later))
            """) == 0
    }

    private func fileIsIntact() throws(JournalFault) -> Bool {
        let statement = try Statement("PRAGMA integrity_check(1)", database)
        return try statement.step() && statement.text(0) == Array("ok".utf8)
    }

    /// Payments of which a row's words or reference contain the text: all that match, and some that don't any more.
    private func payments(containing text: String) throws(JournalFault) -> Set<Int64> {
        var found: Set<Int64> = []
        for variant in SearchWords.variants(of: text) {
            let statement = try Statement(
                "SELECT payment FROM journal WHERE instr(words, ?1) > 0 OR instr(reference, ?1) > 0", database)
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
        guard let first = try journalRow(payment), first.payment == payment else { return nil }
        var entries = [try first.entry()]
        let known = try laterRows(payment)
        for id in known + recentLater[payment, default: []] {
            if let row = try journalRow(id) { entries.append(try row.entry()) }
        }
        return HistoryRow(journalID: payment, folding: entries)
    }

    private func laterRows(_ payment: Int64) throws(JournalFault) -> [Int64] {
        defer { later.reset() }
        later.bind(1, payment)
        return try numbers(later)
    }

    private func journalRow(_ id: Int64) throws(JournalFault) -> JournalRow? {
        defer { byNumber.reset() }
        byNumber.bind(1, id)
        return try byNumber.step() ? JournalRow(byNumber) : nil
    }
}
