public import Time

extension JournalEntry {
    /// What kind of change it is: the journal's word for it.
    public var kind: String {
        switch change {
        case .intent: "intent"
        case .mark: "mark"
        case .relayed: "relayed"
        case .signature: "signature"
        case .outcome: "outcome"
        case .reversing: "reversing"
        case .tip: "tip"
        case .orphan: "orphan"
        }
    }

    /// The change's own data. Equal changes have equal texts.
    public var body: JSONValue {
        switch change {
        case .intent(let intent): intent.json
        case .mark(let mark): mark.json
        case .relayed: .object([JSONValue.Member]())
        case .signature(let verdict): ["verdict": .string(verdict.rawValue)]
        case .reversing(let id, let reason): ["eFTTransactionID": .string(id), "reason": .string(reason.rawValue)]
        case .tip(let amount, let outcome): ["amount": .integer(amount), "outcome": .string(outcome.rawValue)]
        case .outcome(let outcome, let result), .orphan(let outcome, let result):
            ["outcome": .string(outcome.rawValue), "result": result.json]
        }
    }

    /// Puts an entry together again from `kind` and `body`.
    /// - Throws: `JournalEntryError` where they are not what `kind` and `body` give.
    public init(
        reference: TransactionReference, at: WallTime, operatorName: String, training: Bool, kind: String,
        body: JSONValue
    ) throws(JournalEntryError) {
        let change: Change? =
            switch kind {
            case "intent": PaymentIntent(reference: reference, json: body).map(Change.intent)
            case "mark": .mark(ReaderMark(json: body))
            case "relayed": .relayed
            case "signature":
                body["verdict"]?.stringValue.flatMap(SignatureVerdict.init(rawValue:)).map(Change.signature)
            case "outcome": Self.ending(body).map { .outcome($0, $1) }
            case "reversing": Self.reversing(body)
            case "tip": Self.tip(body)
            case "orphan": Self.ending(body).map { .orphan($0, $1) }
            default: throw .unknownKind
            }
        guard let change else { throw .badBody }
        self.init(reference: reference, at: at, operatorName: operatorName, training: training, change: change)
    }

    private static func reversing(_ body: JSONValue) -> Change? {
        guard let id = body["eFTTransactionID"]?.stringValue,
            let reason = body["reason"]?.stringValue.flatMap(ReversalReason.init(rawValue:))
        else { return nil }
        return .reversing(eftTransactionID: id, reason)
    }

    private static func tip(_ body: JSONValue) -> Change? {
        guard let amount = body["amount"]?.integerValue,
            let outcome = body["outcome"]?.stringValue.flatMap(TipOutcome.init(rawValue:))
        else { return nil }
        return .tip(amount, outcome)
    }

    private static func ending(_ body: JSONValue) -> (Outcome, TransactionResult)? {
        guard let outcome = body["outcome"]?.stringValue.flatMap(Outcome.init(rawValue:)),
            let result = body["result"].flatMap(TransactionResult.init(json:))
        else { return nil }
        return (outcome, result)
    }
}

/// A journal's row that this program can't read. Holds nothing of the row.
public enum JournalEntryError: Error, Hashable, Sendable {
    case unknownKind
    case badBody
}
