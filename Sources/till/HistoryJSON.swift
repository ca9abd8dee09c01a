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
            ] + merchantMembers(row.intent)
    }

    /// What is known of it at the merchant's gateway, and what the shop wrote down of the customer.
    private static func merchantMembers(_ intent: PaymentIntent?) -> [(String, JSONValue?)] {
        [
            ("gateway", (intent?.gateway?.rawValue).map(JSONValue.string)),
            ("order", (intent?.order?.text).map(JSONValue.string)),
            ("invoice", (intent?.buyer?.invoice).map(JSONValue.string)),
            ("email", (intent?.buyer?.email).map(JSONValue.string)),
            ("phone", (intent?.buyer?.phone).map(JSONValue.string)),
            ("holder", (intent?.buyer?.holder).map(JSONValue.string)),
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
