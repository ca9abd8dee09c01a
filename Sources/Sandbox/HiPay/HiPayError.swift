import Payments

/// An answer that says no. Source: gateways.md A.10; HTTP's statuses, but for 401 and that of an unknown token, are
/// *own choice*.
struct HiPayError: Error, Hashable {
    var status: Int
    var code: String
    var message: String
    /// The name of a field. Never what was in it.
    var detail = ""

    init(_ status: Int, _ code: String, _ message: String, _ detail: String = "") {
        self.status = status
        self.code = code
        self.message = message
        self.detail = detail
    }

    var answer: SandboxAnswer {
        SandboxAnswer(
            status: status, ["code": .string(code), "message": .string(message), "description": .string(detail)])
    }
}

/// Access.
extension HiPayError {
    static let badCredentials = HiPayError(401, "1000001", "Incorrect Credentials")
    static let badSignature = HiPayError(401, "1000002", "Incorrect Signature")
    /// Also what a sandbox says that can remember no more orders.
    static let unavailable = HiPayError(503, "1000008", "Temporarily Unavailable")
    /// The vendor's firewall says so to a header that no client should send. Source: gateways.md A.2.
    static let forbidden = HiPayError(403, "1000006", "Forbidden")
    static let gatewayMethod = HiPayError(405, "1010001", "Method Not Allowed")
    static let vaultMethod = HiPayError(405, "1010003", "Method Not Allowed")
}

/// Requests.
extension HiPayError {
    static let tooLarge = HiPayError(413, "1010202", "Body Too Long")
    static let noForm = HiPayError(415, "1010201", "Not A Form In UTF-8")
    static let badEncoding = HiPayError(400, "1010201", "Bad Encoding")

    static func invalid(_ field: String) -> HiPayError { HiPayError(400, "1010002", "Invalid Parameter", field) }
    static func missing(_ field: String) -> HiPayError { HiPayError(400, "1010101", "Missing Parameter", field) }
    static func length(_ field: String) -> HiPayError { HiPayError(400, "1010202", "Bad Length", field) }
    static func notAlphabetic(_ field: String) -> HiPayError {
        HiPayError(400, "1010203", "Non Alphabetic Value", field)
    }
    static func notNumeric(_ field: String) -> HiPayError { HiPayError(400, "1010204", "Non Numeric Value", field) }
    static func notDecimal(_ field: String) -> HiPayError { HiPayError(400, "1010205", "Non Decimal Value", field) }

    static let luhn = HiPayError(400, "409", "Invalid Card Number", "card_number")
    /// *seen* with this status.
    static let unknownToken = HiPayError(500, "3040001", "Unknown Token")
}

/// Orders and transactions.
extension HiPayError {
    static let noRoute = HiPayError(400, "1020001", "No Route To Acquirer", "payment_product")
    static let unsupportedECI = HiPayError(400, "1020002", "Unsupported ECI", "eci")
    static let unknownTransaction = HiPayError(404, "3000002", "Unknown Transaction")
    static let unsupportedOperation = HiPayError(400, "3000101", "Unsupported Operation", "operation")
    static let currency = HiPayError(400, "3010001", "Currency Not Allowed", "currency")
    static let amountLimit = HiPayError(400, "3010002", "Amount Limit", "amount")
    static let duplicateOrder = HiPayError(409, "3010004", "Duplicate Order", "orderid")
    static let voidNotAllowed = HiPayError(400, "3020401", "Void Not Allowed", "operation")
    static let cannotVoid = HiPayError(400, "3020402", "Cannot Void", "operation")
    static let alreadyVoid = HiPayError(400, "3020403", "Already Void", "operation")
}
