extension TransactionResult {
    /// Every field that has a value, by the name that results have in JSON, in the order of row H18. Lossless: empty
    /// text stays, and `raw.fields` is a tree of `name`, `text` and `children`.
    public var json: JSONValue {
        var members: [(String, JSONValue?)] = [
            ("finStatus", .string(finStatus)),
            ("financialResult", financialResult.map { .integer(Int64($0)) }),
        ]
        members += Self.texts.map { name, path in (name, self[keyPath: path].map(JSONValue.string)) }
        members += Self.amounts.map { name, path in (name, self[keyPath: path].map(JSONValue.integer)) }
        members += Self.flags.map { name, path in (name, self[keyPath: path].map(JSONValue.bool)) }
        members.append(("balance", balance?.json))
        members.append(("raw", raw?.json))
        return .object(members)
    }

    /// - Returns: nil without `finStatus`; a field of a wrong kind counts as not given.
    public init?(json: JSONValue) {
        guard let finStatus = json["finStatus"]?.stringValue else { return nil }
        self.init(finStatus: finStatus)
        financialResult = json["financialResult"]?.integerValue.flatMap(Int.init(exactly:))
        for (name, path) in Self.texts { self[keyPath: path] = json[name]?.stringValue }
        for (name, path) in Self.amounts { self[keyPath: path] = json[name]?.integerValue }
        for (name, path) in Self.flags { self[keyPath: path] = json[name]?.boolValue }
        balance = json["balance"].map(Balance.init(json:))
        raw = json["raw"].flatMap(RawResult.init(json:))
    }

    private typealias Path<Value> = any WritableKeyPath<TransactionResult, Value?> & Sendable

    private static let texts: [(String, Path<String>)] = [
        ("statusMessage", \.statusMessage),
        ("type", \.type),
        ("gratuityPercentage", \.gratuityPercentage),
        ("currency", \.currency),
        ("eFTTransactionID", \.eftTransactionID),
        ("originalEFTTransactionID", \.originalEFTTransactionID),
        ("transactionId", \.transactionID),
        ("eFTTimestamp", \.eftTimestamp),
        ("authorisationCode", \.authorisationCode),
        ("cardSchemeName", \.cardSchemeName),
        ("maskedCardNumber", \.maskedCardNumber),
        ("cardEntryType", \.cardEntryType),
        ("verificationMethod", \.verificationMethod),
        ("cardToken", \.cardToken),
        ("customerReceipt", \.customerReceipt),
        ("merchantReceipt", \.merchantReceipt),
        ("errorMessage", \.errorMessage),
        ("customerReference", \.customerReference),
        ("budgetNumber", \.budgetNumber),
        ("chipTransactionReport", \.chipTransactionReport),
    ]

    private static let amounts: [(String, Path<Int64>)] = [
        ("requestedAmount", \.requestedAmount),
        ("authorisedAmount", \.authorisedAmount),
        ("totalAmount", \.totalAmount),
        ("gratuityAmount", \.gratuityAmount),
        ("dueAmount", \.dueAmount),
    ]

    private static let flags: [(String, Path<Bool>)] = [
        ("recoveredTransaction", \.recoveredTransaction),
        ("isRestarting", \.isRestarting),
    ]
}

extension TransactionResult.Balance {
    fileprivate var json: JSONValue {
        .object([
            ("amount", amount.map(JSONValue.integer)),
            ("currency", currency.map(JSONValue.string)),
            ("sign", sign.map(JSONValue.string)),
        ])
    }

    fileprivate init(json: JSONValue) {
        self.init(
            amount: json["amount"]?.integerValue, currency: json["currency"]?.stringValue,
            sign: json["sign"]?.stringValue)
    }
}

extension TransactionResult.RawResult {
    fileprivate var json: JSONValue {
        .object([
            ("header", .string(header)),
            ("result", result.map { .integer(Int64($0)) }),
            ("fields", fields?.json),
        ])
    }

    fileprivate init?(json: JSONValue) {
        guard let header = json["header"]?.stringValue else { return nil }
        self.init(
            header: header, result: json["result"]?.integerValue.flatMap(Int.init(exactly:)),
            fields: Detail(json: json["fields"]))
    }
}
