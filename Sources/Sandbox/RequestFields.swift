import Payments

/// The members of a request's JSON body, with the errors that the cloud gives for wrong ones.
struct RequestFields {
    private let json: JSONValue

    init(_ body: [UInt8]) throws(HandpointError) {
        guard let json = try? JSONValue.parse(body), case .object = json else {
            throw .badRequest("The body is no JSON object")
        }
        self.json = json
    }

    func has(_ name: String) -> Bool { json[name] != nil }

    func text(_ name: String) throws(HandpointError) -> String {
        guard let text = try optionalText(name), !text.isEmpty else { throw .missing(name) }
        return text
    }

    func optionalText(_ name: String) throws(HandpointError) -> String? {
        switch json[name] {
        case nil, .null: return nil
        case .string(let text): return text
        default: throw .wrong(name, "type", "string")
        }
    }

    /// A text that is one of these, where it is there.
    func word(_ name: String, of words: [String]) throws(HandpointError) -> String? {
        guard let word = try optionalText(name) else { return nil }
        guard words.contains(word) else { throw .wrong(name, "enum", "one of " + words.joined(separator: ", ")) }
        return word
    }

    /// Major units as text, and ISO letters. More than zero.
    func money() throws(HandpointError) -> Money {
        let amount = try text("amount")
        guard let currency = Currency(alpha: try text("currency")) else {
            throw .wrong("currency", "format", "an ISO 4217 code")
        }
        guard let minorUnits = MajorAmount.minorUnits(amount, exponent: currency.exponent), minorUnits > 0 else {
            throw .wrong("amount", "format", "an amount in major units")
        }
        return Money(minorUnits: minorUnits, currency: currency)
    }

    /// A number or text in major units; 0 is one too. A fraction is read by its shortest digits, which are those that
    /// were sent as long as there are not more than fifteen.
    func majorAmount(_ name: String, exponent: Int) throws(HandpointError) -> Int64 {
        let text: String
        switch json[name] {
        case nil, .null: throw .missing(name)
        case .string(let sent): text = sent
        case .integer(let number): text = String(number)
        case .fraction(let number): text = number.description
        default: throw .wrong(name, "type", "number or string")
        }
        guard let minorUnits = MajorAmount.minorUnits(text, exponent: exponent) else {
            throw .wrong(name, "format", "an amount in major units")
        }
        return minorUnits
    }

    /// A UUID v4, where there is one. Source: gateways.md B.3.
    func transactionReference() throws(HandpointError) -> TransactionReference? {
        guard let text = try optionalText("transactionReference") else { return nil }
        guard let reference = TransactionReference(text) else { throw .badReference }
        return reference
    }
}
