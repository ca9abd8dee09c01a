/// What a payment can be searched by besides its reference: lower-case words, one a field.
public enum SearchWords {
    /// The words that one entry adds. A payment matches a query only if its reference or one of its
    /// entries' words does.
    public static func of(_ entry: JournalEntry) -> [String] {
        switch entry.change {
        case .intent(let intent): of(intent)
        case .mark, .relayed, .signature, .tip: []
        case .reversing(let id, _): [id.lowercased()]
        case .outcome(let outcome, let result), .orphan(let outcome, let result):
            of(outcome, result)
        }
    }

    /// Whether one of the words contains the query.
    public static func contain(_ query: String, in words: [String]) -> Bool {
        variants(of: query).contains { variant in words.contains { $0.contains(variant) } }
    }

    /// The query as it may stand in the words: as it is, and with a point for a comma.
    public static func variants(of query: String) -> [String] {
        let query = query.lowercased()
        let pointed = String(query.map { $0 == "," ? "." : $0 })
        return pointed == query ? [query] : [query, pointed]
    }

    static func of(_ intent: PaymentIntent) -> [String] {
        [intent.money.decimal, intent.referenceOnTheWire.lowercased()]
            + (intent.original.map { [$0.reference.text] } ?? [])
    }

    static func of(_ outcome: Outcome?, _ result: TransactionResult?) -> [String] {
        let fields = [
            outcome?.rawValue, result?.requested?.decimal, result?.customerReference,
            result?.authorisationCode, result?.eftTransactionID,
        ]
        return fields.compactMap { $0?.lowercased() }.filter { !$0.isEmpty }
    }
}

extension TransactionResult {
    fileprivate var requested: Money? {
        guard let amount = requestedAmount, let currency = currency.flatMap(Currency.init(alpha:)) else { return nil }
        return Money(minorUnits: amount, currency: currency)
    }
}
