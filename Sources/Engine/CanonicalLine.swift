import Checkout
import Payments
import Time

extension EngineEvent {
    /// One line with every field of a result that is not empty, as `name=value`, for a log that people and programs read;
    /// nil for events that are no result. Card numbers are masked, as in every event; a token is left out.
    public var canonicalLine: String? {
        guard let (name, reference, outcome, result) = ending else { return nil }
        let own: [(String, JSONValue?)] = [
            ("outcome", .string(outcome.rawValue)), ("transactionReference", .string(reference.text)),
            ("journalId", journalID.map(JSONValue.integer)),
        ]
        let fields = result.withoutToken.json.members + JSONValue.object(own).members
        let words = fields.filter { $0.value != .string("") }.map { "\($0.name)=\(Self.word($0.value))" }
        return (["\(at.rfc3339) \(name)"] + words).joined(separator: " ")
    }

    private var ending: (String, TransactionReference, Outcome, TransactionResult)? {
        switch event {
        case .result(let reference, let outcome, let result, _): ("result", reference, outcome, result)
        case .recovered(let reference, let outcome, let result, _): ("recovered", reference, outcome, result)
        case .settled(let reference, let outcome, let result): ("settled", reference, outcome, result)
        default: nil
        }
    }

    /// A plain word stands for itself; everything else is as in JSON, which has no line breaks.
    private static func word(_ value: JSONValue) -> String {
        guard case .string(let text) = value, text.utf8.allSatisfy(isPlain) else { return value.text }
        return text
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "=")
    }
}
