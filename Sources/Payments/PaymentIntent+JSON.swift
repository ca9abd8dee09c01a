extension PaymentIntent {
    /// Everything but the reference, which stands beside it. The currency is kept with its decimals: an amount stays
    /// readable when ISO 4217 has long dropped it.
    var json: JSONValue {
        .object([
            ("operation", .string(operation.rawValue)),
            ("amount", .integer(money.minorUnits)),
            ("currency", .string(money.currency.alpha)),
            ("currencyNumber", .integer(Int64(money.currency.numeric))),
            ("currencyDecimals", .integer(Int64(money.currency.exponent))),
            ("customerReference", customerReference.map(JSONValue.string)),
            ("reader", .string(reader)),
            ("protocol", wireProtocol == .heft ? nil : .string(wireProtocol.rawValue)),
            ("readerSerialNumber", .string(readerSerialNumber)),
            ("original", (original?.reference.text).map(JSONValue.string)),
            ("originalEFTTransactionID", (original?.eftTransactionID).map(JSONValue.string)),
            ("originalAuthorisationCode", (original?.authorisationCode).map(JSONValue.string)),
            ("tip", tip.map(JSONValue.integer)),
            ("cashback", cashback.map(JSONValue.integer)),
            ("budgetMonths", budgetMonths.map { .integer(Int64($0)) }),
            ("despiteUnknown", (despiteUnknown?.text).map(JSONValue.string)),
            ("authorisedBy", (authorisedBy?.text).map(JSONValue.string)),
            ("merchantAuth", merchantAuth.isEmpty ? nil : .array(merchantAuth.map { .string($0.text) })),
            ("gateway", (gateway?.rawValue).map(JSONValue.string)),
            ("order", (order?.text).map(JSONValue.string)),
            ("invoice", (buyer?.invoice).map(JSONValue.string)),
            ("email", (buyer?.email).map(JSONValue.string)),
            ("phone", (buyer?.phone).map(JSONValue.string)),
            ("holder", (buyer?.holder).map(JSONValue.string)),
        ])
    }

    init?(reference: TransactionReference, json: JSONValue) {
        guard let operation = json["operation"]?.stringValue.flatMap(Operation.init(rawValue:)),
            let money = Money(json: json),
            let reader = json["reader"]?.stringValue, let serial = json["readerSerialNumber"]?.stringValue
        else { return nil }
        let spoken = json["protocol"]?.stringValue ?? ReaderAddress.WireProtocol.heft.rawValue
        guard let wireProtocol = ReaderAddress.WireProtocol(rawValue: spoken) else { return nil }
        self.init(
            reference: reference, operation: operation, money: money,
            customerReference: json["customerReference"]?.stringValue, reader: reader,
            wireProtocol: wireProtocol, readerSerialNumber: serial, original: Self.original(json),
            tip: json["tip"]?.integerValue, cashback: json["cashback"]?.integerValue,
            budgetMonths: json["budgetMonths"]?.integerValue.map { Int(clamping: $0) },
            despiteUnknown: json["despiteUnknown"]?.stringValue.flatMap(TransactionReference.init),
            authorisedBy: json["authorisedBy"]?.stringValue.flatMap(OperatorName.init),
            merchantAuth: (json["merchantAuth"]?.elements ?? []).compactMap {
                $0.stringValue.flatMap(MerchantCredential.init)
            },
            gateway: json["gateway"]?.stringValue.flatMap(MerchantGateway.init),
            order: json["order"]?.stringValue.flatMap(OrderNumber.init), buyer: Self.buyer(json))
    }

    private static func buyer(_ json: JSONValue) -> Buyer? {
        let buyer = Buyer(
            invoice: json["invoice"]?.stringValue, email: json["email"]?.stringValue,
            phone: json["phone"]?.stringValue, holder: json["holder"]?.stringValue)
        return buyer.isEmpty ? nil : buyer
    }

    private static func original(_ json: JSONValue) -> OriginalTransaction? {
        guard let reference = json["original"]?.stringValue.flatMap(TransactionReference.init),
            let id = json["originalEFTTransactionID"]?.stringValue
        else { return nil }
        return OriginalTransaction(
            reference: reference, eftTransactionID: id,
            authorisationCode: json["originalAuthorisationCode"]?.stringValue)
    }
}

extension Money {
    fileprivate init?(json: JSONValue) {
        guard let amount = json["amount"]?.integerValue, let alpha = json["currency"]?.stringValue,
            let number = json["currencyNumber"]?.integerValue.flatMap(UInt16.init(exactly:)),
            let decimals = json["currencyDecimals"]?.integerValue, (0...4).contains(decimals)
        else { return nil }
        self.init(minorUnits: amount, currency: Currency(alpha, number, Int(decimals)))
    }
}
