import Crypto
public import Payments
public import Ports

/// A cardholder's signature as it is handed in with its operation. Source: row R6, gateways.md C.8; the wire is *own
/// choice*.
public struct SignatureSubmission: Hashable, Sendable {
    public var order: OrderNumber
    /// The retrieval reference number of the sale.
    public var retrievalReference: String
    public var format: SignatureFormat
    /// At most 64 kB.
    public var image: [UInt8]

    public init(order: OrderNumber, retrievalReference: String, format: SignatureFormat, image: [UInt8]) {
        self.order = order
        self.retrievalReference = retrievalReference
        self.format = format
        self.image = image
    }

    /// What became of it.
    public enum Answer: Hashable, Sendable {
        /// The gateway has it, now or since earlier.
        case accepted
        /// It won't take it, and won't if it is sent again.
        case refused(code: String)
        /// To be sent again.
        case trouble(CloudTrouble)
    }

    /// Had been handed in before.
    private static let signedAlready = "4409"

    public static func read(_ answer: HTTPAnswer) -> Answer {
        guard answer.status == 200 else { return .trouble(.status(answer.status)) }
        guard let json = try? JSONValue.parse(answer.body), let code = json["codigo"]?.stringValue,
            RedsysEnvelope.isCode(code)
        else { return .trouble(.unreadable) }
        return code == "0000" || code == signedAlready ? .accepted : .refused(code: code)
    }
}

extension RedsysGateway {
    /// - Returns: nil where it can't be signed.
    public func request(handingIn submission: SignatureSubmission, as account: RedsysAccount) -> HTTPRequest? {
        post(
            "/getmini/v1/firma",
            [
                ("X_RTS", submission.retrievalReference), ("X_FORMAT", String(submission.format.rawValue)),
                ("X_IMAGE", Base64.standard.text(submission.image)),
            ], order: submission.order, account)
    }
}
