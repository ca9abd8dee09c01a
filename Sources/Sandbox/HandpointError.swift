import Acquirer
import Payments

/// An answer that says no. Source: gateways.md B.3, B.4.
struct HandpointError: Error, Hashable {
    var status: Int
    private let name: String
    private let message: JSONValue
    private let code: String?
    private let details: JSONValue?

    private init(_ status: Int, _ name: String, _ message: JSONValue, code: String? = nil, details: JSONValue? = nil) {
        self.status = status
        self.name = name
        self.message = message
        self.code = code
        self.details = details
    }

    var answer: SandboxAnswer {
        let error = JSONValue.object([
            ("statusCode", .integer(Int64(status))), ("name", .string(name)), ("code", code.map(JSONValue.string)),
            ("message", message), ("details", details),
        ])
        return SandboxAnswer(status: status, ["error": error])
    }
}

extension HandpointError {
    static let forbidden = HandpointError(403, "ForbiddenError", "No valid key found in header")

    /// *own choice* of words.
    static let notFound = HandpointError(404, "NotFoundError", "Not found")

    static func badRequest(_ message: String) -> HandpointError {
        HandpointError(400, "BadRequestError", .string(message))
    }

    static let badReference = badRequest("TransactionReference with wrong uuidv4 format")

    /// 1002. This sandbox has no terminal in the cloud.
    static let terminalNotReachable = HandpointError(
        400, "BadRequestError", ["error": 1002, "message": "The device is not responding"])

    /// - Parameter property: the member that is missing.
    static func missing(_ property: String) -> HandpointError {
        invalid("", "required", "must have required property '\(property)'", ["missingProperty": .string(property)])
    }

    /// - Parameters:
    ///   - property: the member that holds something else than it should.
    ///   - wanted: what would have been right.
    static func wrong(_ property: String, _ rule: String, _ wanted: String) -> HandpointError {
        invalid("/" + property, rule, "must be \(wanted)", [rule == "type" ? "type" : "format": .string(wanted)])
    }

    private static func invalid(
        _ path: String, _ rule: String, _ message: String, _ info: JSONValue
    ) -> HandpointError {
        let detail: JSONValue = [
            "path": .string(path), "code": .string(rule), "message": .string(message), "info": info,
        ]
        return HandpointError(
            422, "UnprocessableEntityError",
            "The request body is invalid. See error object `details` property for more info.",
            code: "VALIDATION_FAILED", details: [detail])
    }

    /// What the gateway behind the cloud refused, with the gateway's own status inside.
    /// - Parameter guid: of the error.
    static func business(_ refusal: CloudRefusal, guid: String) -> HandpointError {
        HandpointError(
            400, "BadRequestError", .string(refusal.reason), code: refusal.code.map(String.init),
            details: refusal.details(guid))
    }

    /// The token call nests one level deeper. Source: gateways.md B.4.
    static func nested(_ refusal: CloudRefusal, guid: String) -> HandpointError {
        HandpointError(
            400, "BadRequestError", "Viscus operation failed", details: ["body": ["error": refusal.details(guid)]])
    }

    static func batch(_ refusal: BatchRefusal) -> HandpointError {
        HandpointError(400, "BadRequestError", .string(refusal.reason), code: refusal.rawValue)
    }

    /// The issuer or the way to it failed. *own choice*; the numbers are those of heft.md 7.3.
    static func failed(_ reason: String, innerStatus: Int64, guid: String) -> HandpointError {
        HandpointError(
            400, "BadRequestError", .string(reason),
            details: ["errorGuid": .string(guid), "httpStatus": .integer(innerStatus), "reason": .string(reason)])
    }
}

extension CloudRefusal {
    fileprivate func details(_ guid: String) -> JSONValue {
        .object([
            ("errorCode", code.map { .integer(Int64($0)) }), ("errorGuid", .string(guid)),
            ("httpStatus", .integer(innerStatus)), ("reason", .string(reason)),
        ])
    }

    /// 400 where nobody says. Source: gateways.md B.4.
    private var innerStatus: Int64 {
        switch self {
        case .alreadyReversed, .alreadyCompleted: 409
        case .originalNotFound, .unknownToken: 404
        case .tipRefused: 403
        case .noPartialReversal, .aboveOriginal, .noToken, .refundAboveSale, .otherCurrency, .unknownGUID: 400
        }
    }

    fileprivate var reason: String {
        switch self {
        case .alreadyReversed: "Already reversed"
        case .alreadyCompleted: "Authorization already completed"
        case .originalNotFound: "Original message not found"
        case .noPartialReversal: "Partial reversal not supported"
        case .aboveOriginal: "Amount above the original"
        case .noToken: "Transaction type has no token"
        case .refundAboveSale: "Refund above the sale"
        case .otherCurrency: "Refund in another currency"
        case .unknownGUID: "Unknown GUID"
        case .unknownToken: "Card token not found or invalid"
        case .tipRefused: "Tip not authorised"
        }
    }
}

extension BatchRefusal {
    fileprivate var reason: String {
        switch self {
        case .alreadyClosed: "The batch is closed already"
        case .empty: "The batch has no transactions"
        case .unknownNumber: "There is no batch of this number"
        }
    }
}
