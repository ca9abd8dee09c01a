import Payments
import Time

/// A payment of the journal as scripts read it: event `transaction`, with the keys of a result.
enum HistoryJSON {
    static func object(_ row: HistoryRow) -> JSONValue { .object([("event", "transaction")] + members(row)) }

    /// The same for a file that has nothing but payments in it.
    static func exported(_ row: HistoryRow) -> JSONValue { .object(members(row)) }

    private static func members(_ row: HistoryRow) -> [(String, JSONValue?)] {
        let outcome = row.outcome ?? .unknown
        let result = row.result ?? unfinished(row)
        return [("at", .string(row.at.rfc3339))] + EventJSON.members(row.reference, row.journalID, outcome, result)
            + [
                ("tipAmount", (row.tip?.amount).map(JSONValue.integer)),
                ("tipOutcome", (row.tip?.outcome.rawValue).map(JSONValue.string)),
                ("reader", row.intent.flatMap { $0.isAtCloud ? nil : .string($0.reader) }),
                ("operator", row.operatorName.isEmpty ? nil : .string(row.operatorName)),
                ("training", .bool(row.training)),
            ]
    }

    /// Nobody has said anything of it yet.
    private static func unfinished(_ row: HistoryRow) -> TransactionResult {
        var result = TransactionResult(finStatus: "UNDEFINED")
        result.requestedAmount = row.intent?.amount?.minorUnits
        result.currency = row.intent?.amount?.currency.alpha
        result.customerReference = row.intent?.customerReference
        return result
    }
}
