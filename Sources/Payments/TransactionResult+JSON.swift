extension TransactionResult {
    /// Every field that has a value, by the name that results have in JSON, in the order of row H18. Lossless: empty
    /// text stays, and `raw.fields` is a tree of `name`, `text` and `children`.
    public var json: JSONValue {
        var members = [JSONValue.Member("finStatus", .string(finStatus))]
        func add(_ name: String, _ value: JSONValue?) {
            if let value { members.append(JSONValue.Member(name, value)) }
        }
        add("financialResult", financialResult.map { .integer(Int64($0)) })
        add("statusMessage", statusMessage.map(JSONValue.string))
        add("type", type.map(JSONValue.string))
        add("gratuityPercentage", gratuityPercentage.map(JSONValue.string))
        add("currency", currency.map(JSONValue.string))
        add("eFTTransactionID", eftTransactionID.map(JSONValue.string))
        add("originalEFTTransactionID", originalEFTTransactionID.map(JSONValue.string))
        add("transactionId", transactionID.map(JSONValue.string))
        add("eFTTimestamp", eftTimestamp.map(JSONValue.string))
        add("authorisationCode", authorisationCode.map(JSONValue.string))
        add("cardSchemeName", cardSchemeName.map(JSONValue.string))
        add("maskedCardNumber", maskedCardNumber.map(JSONValue.string))
        add("cardEntryType", cardEntryType.map(JSONValue.string))
        add("verificationMethod", verificationMethod.map(JSONValue.string))
        add("cardToken", cardToken.map(JSONValue.string))
        add("customerReceipt", customerReceipt.map(JSONValue.string))
        add("merchantReceipt", merchantReceipt.map(JSONValue.string))
        add("errorMessage", errorMessage.map(JSONValue.string))
        add("customerReference", customerReference.map(JSONValue.string))
        add("budgetNumber", budgetNumber.map(JSONValue.string))
        add("chipTransactionReport", chipTransactionReport.map(JSONValue.string))
        add("requestedAmount", requestedAmount.map(JSONValue.integer))
        add("authorisedAmount", authorisedAmount.map(JSONValue.integer))
        add("totalAmount", totalAmount.map(JSONValue.integer))
        add("gratuityAmount", gratuityAmount.map(JSONValue.integer))
        add("dueAmount", dueAmount.map(JSONValue.integer))
        add("recoveredTransaction", recoveredTransaction.map(JSONValue.bool))
        add("isRestarting", isRestarting.map(JSONValue.bool))
        add("balance", balance?.json)
        add("raw", raw?.json)
        return .object(members)
    }

    /// - Returns: nil without `finStatus`; a field of a wrong kind counts as not given.
    public init?(json: JSONValue) {
        guard let finStatus = json["finStatus"]?.stringValue else { return nil }
        self.init(finStatus: finStatus)
        financialResult = json["financialResult"]?.integerValue.flatMap(Int.init(exactly:))
        statusMessage = json["statusMessage"]?.stringValue
        type = json["type"]?.stringValue
        gratuityPercentage = json["gratuityPercentage"]?.stringValue
        currency = json["currency"]?.stringValue
        eftTransactionID = json["eFTTransactionID"]?.stringValue
        originalEFTTransactionID = json["originalEFTTransactionID"]?.stringValue
        transactionID = json["transactionId"]?.stringValue
        eftTimestamp = json["eFTTimestamp"]?.stringValue
        authorisationCode = json["authorisationCode"]?.stringValue
        cardSchemeName = json["cardSchemeName"]?.stringValue
        maskedCardNumber = json["maskedCardNumber"]?.stringValue
        cardEntryType = json["cardEntryType"]?.stringValue
        verificationMethod = json["verificationMethod"]?.stringValue
        cardToken = json["cardToken"]?.stringValue
        customerReceipt = json["customerReceipt"]?.stringValue
        merchantReceipt = json["merchantReceipt"]?.stringValue
        errorMessage = json["errorMessage"]?.stringValue
        customerReference = json["customerReference"]?.stringValue
        budgetNumber = json["budgetNumber"]?.stringValue
        chipTransactionReport = json["chipTransactionReport"]?.stringValue
        requestedAmount = json["requestedAmount"]?.integerValue
        authorisedAmount = json["authorisedAmount"]?.integerValue
        totalAmount = json["totalAmount"]?.integerValue
        gratuityAmount = json["gratuityAmount"]?.integerValue
        dueAmount = json["dueAmount"]?.integerValue
        recoveredTransaction = json["recoveredTransaction"]?.boolValue
        isRestarting = json["isRestarting"]?.boolValue
        balance = json["balance"].map(Balance.init(json:))
        raw = json["raw"].flatMap(RawResult.init(json:))
    }
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
