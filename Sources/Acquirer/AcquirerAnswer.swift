public import Payments

/// What became of a request at the acquirer.
public enum FinStatus: String, Hashable, Sendable {
    case authorised = "AUTHORISED"
    case declined = "DECLINED"
    case failed = "FAILED"
    case partialApproval = "PARTIAL_APPROVAL"
}

/// The acquirer's answer to a reader.
public struct AcquirerAnswer: Hashable, Sendable {
    public var finStatus: FinStatus
    /// Five digits; empty where nothing was authorised.
    public var authorisationCode: String
    /// Minor units.
    public var authorisedAmount: Int64
    /// For people.
    public var statusMessage: String?

    public init(finStatus: FinStatus, authorisationCode: String, authorisedAmount: Int64, statusMessage: String?) {
        self.finStatus = finStatus
        self.authorisationCode = authorisationCode
        self.authorisedAmount = authorisedAmount
        self.statusMessage = statusMessage
    }
}

extension AcquirerAnswer {
    public var json: JSONValue {
        .object([
            ("finStatus", .string(finStatus.rawValue)), ("authorisationCode", .string(authorisationCode)),
            ("authorisedAmount", .integer(authorisedAmount)), ("statusMessage", statusMessage.map(JSONValue.string)),
        ])
    }

    /// Nil where a field is missing or holds something else than it should.
    public init?(_ json: JSONValue) {
        guard let finStatus = json["finStatus"]?.stringValue.flatMap(FinStatus.init),
            let amount = json["authorisedAmount"]?.integerValue, (0...Money.largestOnTheWire).contains(amount)
        else { return nil }
        self.init(
            finStatus: finStatus, authorisationCode: json["authorisationCode"]?.stringValue ?? "",
            authorisedAmount: amount, statusMessage: json["statusMessage"]?.stringValue)
    }
}
