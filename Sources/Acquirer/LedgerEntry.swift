public import Payments
public import Time

/// One decision of the acquirer: the truth that the till's journal is compared with.
public struct LedgerEntry: Hashable, Sendable {
    public var at: WallTime
    /// GUID of the request.
    public var id: String
    public var kind: AcquirerRequest.Kind
    /// Minor units that were asked for.
    public var amount: Int64
    /// ISO 4217 letters, or the number as three digits where the table has none.
    public var currency: String
    public var finStatus: FinStatus
    /// Minor units, where less than the amount was authorised.
    public var partlyAuthorised: Int64?
    public var originalID: String?
    /// Known where the customer reference was made from it.
    public var transactionReference: TransactionReference?
    public var customerReference: String?
    /// Of the reader; of the original's reader for what the cloud did to it.
    public var serialNumber: String?
    /// Known where something was authorised.
    public var authorisationCode: String?
    /// A pinpad's own numbers.
    public var terminal: TerminalTrace?
    /// Twelve digits, of what a gateway booked.
    public var cloudRRN: String?

    /// The acquirer's number of it; HEFT readers' transactions have none.
    public var rrn: String? { terminal?.rrn ?? cloudRRN }
}

extension LedgerEntry {
    init(_ request: AcquirerRequest, _ answer: AcquirerAnswer, at: WallTime) {
        let digits = String(request.currency)
        let isPartial = answer.finStatus == .partialApproval
        self.init(
            at: at, id: request.id, kind: request.kind, amount: request.amount,
            currency: Currency(numbered: request.currency)?.alpha
                ?? String(repeating: "0", count: max(0, 3 - digits.count)) + digits,
            finStatus: answer.finStatus, partlyAuthorised: isPartial ? answer.authorisedAmount : nil,
            originalID: request.originalID,
            transactionReference: request.customerReference.flatMap(TransactionReference.found(inCustomerReference:)),
            customerReference: request.customerReference, serialNumber: request.serialNumber,
            authorisationCode: answer.authorisationCode.isEmpty ? nil : answer.authorisationCode)
    }

    /// A line of a ledger file, as far as an audit of the money looks at it: its time is not read.
    package init?(audited json: JSONValue) {
        guard let id = json["id"]?.stringValue, let amount = json["amount"]?.integerValue,
            let kind = json["type"]?.stringValue.flatMap(AcquirerRequest.Kind.init(rawValue:)),
            let finStatus = json["finStatus"]?.stringValue.flatMap(FinStatus.init(rawValue:)),
            let currency = json["currency"]?.stringValue
        else { return nil }
        self.init(
            at: WallTime(milliseconds: 0), id: id, kind: kind, amount: amount, currency: currency,
            finStatus: finStatus, partlyAuthorised: json["authorisedAmount"]?.integerValue,
            originalID: json["originalId"]?.stringValue,
            customerReference: json["customerReference"]?.stringValue)
        guard let terminalID = json["terminalId"]?.stringValue, let rrn = json["rrn"]?.stringValue,
            let stan = json["stan"]?.integerValue.flatMap({ Int(exactly: $0) })
        else { return }
        terminal = TerminalTrace(terminalID: terminalID, stan: stan, rrn: rrn, code: 0)
    }

    /// As a ledger file has it, one object a line.
    public var json: JSONValue {
        .object([
            ("at", .string(at.rfc3339)), ("id", .string(id)), ("type", .string(kind.rawValue)),
            ("amount", .integer(amount)), ("currency", .string(currency)), ("finStatus", .string(finStatus.rawValue)),
            ("authorisedAmount", partlyAuthorised.map(JSONValue.integer)),
            ("originalId", originalID.map(JSONValue.string)),
            ("transactionReference", (transactionReference?.text).map(JSONValue.string)),
            ("customerReference", customerReference.map(JSONValue.string)),
            ("serialNumber", serialNumber.map(JSONValue.string)),
            ("authorisationCode", authorisationCode.map(JSONValue.string)),
            ("terminalId", (terminal?.terminalID).map(JSONValue.string)),
            ("stan", (terminal?.stan).map { JSONValue.integer(Int64($0)) }),
            ("rrn", rrn.map(JSONValue.string)),
        ])
    }
}
