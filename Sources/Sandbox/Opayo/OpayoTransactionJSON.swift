import Acquirer
import Payments
import Time

/// `paymentTransactionData`, of which a till without a reader has these members. Source: gateways.md D.4.
enum OpayoTransactionJSON {
    /// Of what stands in the ledger, as it is now. Nil where the gateway has no word for its kind.
    static func value(_ transaction: KnownTransaction, _ mind: AcquirerMind) -> JSONValue? {
        let entry = transaction.entry
        guard let type = entry.type, let currency = Currency(alpha: entry.currency) else { return nil }
        let isApproved = transaction.authorisedAmount > 0
        let isRefundable = isApproved && type == "SALE" && transaction.left > 0
        let original = entry.originalID.flatMap { mind.transaction($0)?.entry.rrn }
        return .object([
            ("id", entry.rrn.map(JSONValue.string)), ("result", isApproved ? "APPROVED" : "DECLINED"),
            ("approved", .bool(isApproved)), ("transactionType", .string(type)), ("tenderType", "CARD"),
            ("authCode", .string(entry.authorisationCode ?? "")),
            ("responseCode", .string(isApproved ? "00" : entry.terminal.map { padded($0.code, 2) } ?? "05")),
            ("amountAuthorized", money(transaction.authorisedAmount, currency)),
            ("originalTransId", original.map(JSONValue.string)),
            ("merchantTransactionReference", .string(entry.customerReference ?? "")),
            ("utcDate", .string(entry.at.second)), ("errors", []), ("refundable", .bool(isRefundable)),
            ("amountRefundable", money(isRefundable ? transaction.left : 0, currency)),
        ])
    }

    /// Of what has come to nothing, and stands nowhere.
    static func nothing(
        _ result: String, _ type: String, _ order: OpayoOrder, _ errors: [OpayoError], code: String? = nil,
        at now: WallTime
    ) -> JSONValue {
        let currency = order.money.currency
        return .object([
            ("result", .string(result)), ("approved", false), ("transactionType", .string(type)),
            ("tenderType", "CARD"), ("authCode", ""), ("responseCode", code.map(JSONValue.string)),
            ("amountAuthorized", money(0, currency)), ("originalTransId", .string(order.original)),
            ("merchantTransactionReference", .string(order.reference ?? "")), ("utcDate", .string(now.second)),
            ("errors", errors.json), ("refundable", false), ("amountRefundable", money(0, currency)),
        ])
    }

    static func money(_ minorUnits: Int64, _ currency: Currency) -> JSONValue {
        ["value": .integer(minorUnits), "currencyCode": .string(currency.alpha)]
    }
}

extension LedgerEntry {
    fileprivate var type: String? {
        switch kind {
        case .sale, .motoSale: "SALE"
        case .refund, .motoRefund: originalID == nil ? "STANDALONE_REFUND" : "LINKED_REFUND"
        case .voidSale, .voidRefund, .voidAdvance, .reversal, .motoReversal: "VOID"
        case .authorization: "PRE_AUTH"
        case .capture: "PRE_AUTH_COMPLETE"
        case .release: "PRE_AUTH_DELETE"
        case .cashAdvance: "CASH_ADVANCE"
        case .tipAdjustment, .loyaltySpend, .voidLoyalty: nil
        }
    }
}

extension WallTime {
    /// `YYYYMMDDHHmmss` in UTC. Source: gateways.md D.4.
    fileprivate var second: String { String(gatewayStamp.prefix(14)) }

    /// `YYYYMMDD` in UTC.
    var day: String { String(gatewayStamp.prefix(8)) }
}
