import Payments

/// Why a call failed; a payment that is denied is no failed call. Source: gateways.md C.5.
enum RedsysError: String, Error, Hashable {
    /// The body is no JSON, or has not the three members of an envelope.
    case badMessage = "SIS0007"
    case noAmount = "SIS0018"
    case badAmount = "SIS0019"
    case noType = "SIS0022"
    case unknownMerchant = "SIS0026"
    case otherCurrency = "SIS0027"
    /// Only a trigger of ours gives it.
    case signatureFailed = "SIS0041"
    case wrongSignature = "SIS0042"
    case nothingToRefund = "SIS0054"
    case severalPayments = "SIS0055"
    case notAuthorised = "SIS0056"
    case aboveOriginal = "SIS0057"
    case noOrder = "SIS0074"
    case orderLength = "SIS0075"
    case orderFormat = "SIS0077"
    case typeNotPermitted = "SIS0112"
    case notPosted = "SIS0114"
    case unknownType = "SIS0274"
    /// Not base64 of the version's kind, or a version that nobody knows.
    case unreadableParameters = "SIS0430"
    /// No JSON object of texts in the parameters.
    case badParameters = "SIS0431"

    /// HTTP's status is 200 all the same.
    var reply: RedsysReply { .plain(SandboxAnswer(["errorCode": .string(rawValue)])) }
}
