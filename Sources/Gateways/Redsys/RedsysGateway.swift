import Crypto
import Payments
public import Ports

/// Redsys: where it is, how it is asked, how its answers are read. Payments don't come here; they go the reader's own
/// way. Refunds and queries are the public REST and SOAP calls; logging in and handing in signatures has no public form,
/// and is *own choice*. Source: gateways.md C.
public struct RedsysGateway: Hashable, Sendable {
    let address: GatewayAddress
    let signature: RedsysSignature

    /// - Parameters:
    ///   - url: of the environment; its calls' paths stand below it.
    ///   - signature: how requests are signed; an answer says itself how it is.
    /// - Returns: nil where the address is none that may be asked.
    public init?(url: String, signature: RedsysSignature = .hmacSHA512V2) {
        guard let address = GatewayAddress(url) else { return nil }
        self.address = address
        self.signature = signature
    }

    public var isNear: Bool { address.isNear }

    /// - Returns: nil where it can't be signed.
    func post(
        _ path: String, _ parameters: [(String, String?)], order: OrderNumber, _ account: RedsysAccount
    ) -> HTTPRequest? {
        let merchant = [
            ("DS_MERCHANT_MERCHANTCODE", account.number), ("DS_MERCHANT_TERMINAL", account.terminal),
            ("DS_MERCHANT_ORDER", order.text),
        ]
        let body = RedsysEnvelope.sealed(merchant + parameters, by: signature, order: order, key: account.key)
        return body.map { HTTPRequest(.post, address.url + path, headers: Self.json, body: $0) }
    }

    static let json = ["Content-Type": "application/json", "Accept": "application/json"]
}

/// What is asked for money. Source: gateways.md C.3 to C.6, C.9.
extension RedsysGateway {
    /// - Returns: nil for what Redsys is not asked, and where it can't be signed.
    public func request(for question: CloudQuestion, as account: RedsysAccount) -> HTTPRequest? {
        switch question {
        case .linkedRefund(let refund): refund.order.flatMap { self.refund(refund, $0, account) }
        case .linked(let refund): refund.order.flatMap { query(of: $0, type: Self.refundType, account) }
        case .order(let order): query(of: order, type: Self.paymentType, account)
        default: nil
        }
    }

    public func read(_ answer: HTTPAnswer, to question: CloudQuestion, as account: RedsysAccount) -> CloudFinding {
        guard answer.status == 200 else {
            return .trouble([401, 403].contains(answer.status) ? .keyRefused : .status(answer.status))
        }
        switch question {
        case .linkedRefund(let refund):
            return refund.order.map { read(answer.body, to: refund, $0, account) } ?? .trouble(.unreadable)
        case .linked(let refund):
            return refund.order.map { RedsysQuery.read(answer.body, of: $0, account) } ?? .trouble(.unreadable)
        case .order(let order): return RedsysQuery.read(answer.body, of: order, account)
        default: return .trouble(.unreadable)
        }
    }

    static let paymentType = "0"
    static let refundType = "3"

    private func refund(_ refund: LinkedOrder, _ order: OrderNumber, _ account: RedsysAccount) -> HTTPRequest? {
        post(
            "/sis/rest/trataPeticionREST",
            [
                ("DS_MERCHANT_AMOUNT", String(refund.money.minorUnits)),
                ("DS_MERCHANT_CURRENCY", String(refund.money.currency.numeric)),
                ("DS_MERCHANT_TRANSACTIONTYPE", Self.refundType),
                ("DS_MERCHANT_AUTHORISATIONCODE", refund.original.authorisationCode),
                ("DS_MERCHANT_MERCHANTDATA", refund.reference.text),
            ], order: order, account)
    }

    /// A failed call is a refusal by the gateway: nothing was done. Those that say that it is not well, or that it has
    /// seen this before, say nothing of the money.
    private func read(
        _ body: [UInt8], to refund: LinkedOrder, _ order: OrderNumber, _ account: RedsysAccount
    ) -> CloudFinding {
        switch RedsysEnvelope.opened(body, order: order, key: account.key) {
        case .trouble(let trouble): return .trouble(trouble)
        case .error(let code): return Self.saysNothing.contains(code) ? .trouble(.unreadable) : .refused(code: code)
        case .parameters(let parameters):
            guard parameters["Ds_TransactionType"] == Self.refundType,
                parameters.amount == refund.money.minorUnits,
                parameters["Ds_Currency"].flatMap({ UInt16($0) }) == refund.money.currency.numeric,
                parameters["Ds_MerchantData"].map({ $0 == refund.reference.text }) ?? true,
                let transaction = CloudTransaction(parameters)
            else { return .trouble(.unreadable) }
            // Not decided yet: it is found out.
            return transaction.result.finStatus == "IN_PROGRESS"
                ? .trouble(.status(200)) : .booked(transaction)
        }
    }

    /// 0034: their database; 0051, 0126, 0295: they have it already. Source: gateways.md C.5.
    private static let saysNothing: Set = ["SIS0034", "SIS0051", "SIS0126", "SIS0295"]

    private func query(of order: OrderNumber, type: String, _ account: RedsysAccount) -> HTTPRequest? {
        RedsysQuery.body(of: order, type: type, account).map { body in
            HTTPRequest(
                .post, address.url + "/apl02/services/SerClsWSConsulta",
                headers: ["Content-Type": "text/xml;charset=utf-8", "SOAPAction": "consultaOperaciones"], body: body)
        }
    }
}
