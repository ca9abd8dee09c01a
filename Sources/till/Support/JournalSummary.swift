import Journals
import Payments
import Ports
import Time

/// What a journal tells without saying anything of customers: how much there is, whether it is sound, the last payments.
struct JournalSummary {
    /// How many payments are listed, and how many are counted. [own choice]
    private static let listed = 50
    private static let counted = 10_000

    let json: JSONValue

    init(_ journal: SQLiteJournal) throws(JournalFault) {
        let report = try journal.verify()
        let rows = try journal.history(limit: Self.counted, query: nil)
        let outcomes = Dictionary(grouping: rows) { $0.outcome?.rawValue ?? "running" }.mapValues(\.count)
        json = .object([
            ("rows", .integer(report.rows)), ("sound", .bool(report.isSound)),
            ("faults", .array(report.faults.map { .string("\($0)") })),
            ("unresolved", .integer(Int64(try journal.unresolved().count))),
            ("counted", .integer(Int64(rows.count))),
            (
                "outcomes",
                .object(outcomes.sorted { $0.key < $1.key }.map { ($0.key, .integer(Int64($0.value))) })
            ),
            ("payments", .array(rows.prefix(Self.listed).map(Self.payment))),
        ])
    }

    private static func payment(_ row: HistoryRow) -> JSONValue {
        let money = row.intent?.money
        return .object([
            ("journalId", .integer(row.journalID)), ("at", .string(row.at.rfc3339)),
            ("outcome", .string(row.outcome?.rawValue ?? "running")),
            ("amount", money.map { .integer($0.minorUnits) }), ("currency", money.map { .string($0.currency.alpha) }),
            ("reference", .string(row.reference.text)), ("reader", row.intent.map { .string($0.reader) }),
            ("finStatus", row.result.map { .string($0.finStatus) }),
            ("statusMessage", row.result?.statusMessage.map(JSONValue.string)),
            ("errorMessage", row.result?.errorMessage.map(JSONValue.string)),
            ("relayed", .bool(row.relayed)), ("training", .bool(row.training)),
        ])
    }
}
