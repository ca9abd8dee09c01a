public import Crypto
import Payments
public import Ports
import Time

/// Handpoint's cloud: where it is, how it is asked, how its answers are read. Source: gateways.md B.1 to B.5.
public struct HandpointCloud: Hashable, Sendable {
    private let address: GatewayAddress
    /// Base addresses, without a slash at the end.
    let api, status, feed, old: String

    /// The name of the entry in the credential file that holds its key. *own choice*
    public static let keyName = "gateway/handpoint"

    /// - Parameter url: the cloud's address. The vendor's own names stand for the three hosts that belong together;
    ///   anywhere else one address serves everything.
    /// - Returns: nil unless it is `https`, or `http` to this machine, with nothing after the host and port.
    public init?(url: String) {
        guard let address = GatewayAddress(url), address.path.isEmpty else { return nil }
        let url = address.url
        self.address = address
        api = url
        let domain = ["handpoint.com", "handpoint.io"].first { url == "https://cloud.\($0)" }
        status = domain.map { "https://transactions.\($0)" } ?? url
        feed = domain.map { "https://txnfeed.\($0)" } ?? url
        old = domain.map { $0 == "handpoint.com" ? "https://api.\($0)" : "https://apitest.handpoint.com" } ?? url
    }

    /// It is on this machine: a sandbox.
    public var isNear: Bool { address.isNear }

    /// - Parameters:
    ///   - key: the merchant's key to the cloud.
    ///   - secret: what only this question takes: the card's token, or the digits of the reader's secret.
    /// - Returns: nil for what merchants' gateways are asked.
    public func request(for question: CloudQuestion, key: Secret, secret: Secret? = nil) -> HTTPRequest? {
        switch question {
        case .status(let reference): status(reference, "", key)
        case .attempts(let reference): status(reference, "/all", key)
        case .feed(let serialNumber, let from, let to):
            HTTPRequest(
                .get,
                "\(feed)/transactions?terminal_serial_number=\(Self.escaped(serialNumber))"
                    + "&from=\(Self.stamp(from))&to=\(Self.stamp(to))", headers: Self.accept,
                key: SecretHeader("Authorization", key))
        case .reverse(let id):
            post(
                "/reversal", ["originalGuid": .string(id), "messageReasonCode": "TIMEOUT_WAITING_FOR_RESPONSE"], key)
        case .undo(let id):
            post("/reversal", ["originalGuid": .string(id), "messageReasonCode": "CUSTOMER_CANCELLATION"], key)
        case .tip(let id, let money):
            post("/transactions/\(Self.escaped(id))/tip-adjustment", ["amount": .string(money.decimal)], key)
        case .oldTip(let id, let minorUnits, let at):
            OldTipCall(eftTransactionID: id, minorUnits: minorUnits, at: at).request(host: old, digits: secret ?? key)
        case .motoSale(let order): post("/moto/sale", order.body(token: Self.text(secret)), key)
        case .motoRefund(let order): post("/moto/refund", order.body(token: Self.text(secret)), key)
        case .motoReversal(let order): post("/moto/reversal", order.reversalBody, key)
        case .linkedRefund, .referredSale, .linked, .order: nil
        }
    }

    private func status(_ reference: TransactionReference, _ selector: String, _ key: Secret) -> HTTPRequest {
        HTTPRequest(
            .get, "\(status)/transactions/\(reference.text)/status\(selector)", headers: Self.accept,
            key: SecretHeader("ApiKeyCloud", key))
    }

    func post(_ path: String, _ body: JSONValue, _ key: Secret) -> HTTPRequest {
        HTTPRequest(
            .post, api + path, headers: Self.accept.merging(Self.json) { $1 }, body: body.bytes,
            key: SecretHeader("ApiKeyCloud", key))
    }

    /// In the request's body it stands in the open, as the cloud wants it.
    private static func text(_ secret: Secret?) -> String? {
        secret?.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    static let accept = ["Accept": "application/json"]
    private static let json = ["Content-Type": "application/json"]

    /// `YYYYMMDDHHmmss` in UTC. The feed's own form is not published. *own choice*
    private static func stamp(_ time: WallTime) -> String { time.rfc3339.prefix(19).filter(\.isNumber) }

    static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            if byte < 0x80, character.isLetter || character.isNumber || character == "-" { return String(character) }
            return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
