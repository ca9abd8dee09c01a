/// What a request asks, by its method and path. Vault and gateway are below one address here, and their paths differ.
/// Source: gateways.md A.1; what has no public form is *own choice*.
enum HiPayCall: Hashable {
    case order
    case transaction(String)
    case transactionOfOrder
    case maintenance(String)
    case products, securitySettings
    case createToken, resolveToken, updateToken
    case token(String)
    /// *own choice*
    case deleteToken(String)
    /// Where a payer says yes or no. *own choice*
    case challenge(String)
    /// What would have been sent to the shop. *own choice*
    case notifications

    /// - Returns: nil for what is at no path.
    init?(_ method: String, _ path: String) throws(HiPayError) {
        guard let methods = Self.methods(path) else { return nil }
        guard let call = methods[method] else {
            throw path.contains("/token") ? .vaultMethod : .gatewayMethod
        }
        self = call
    }

    private static func methods(_ path: String) -> [String: HiPayCall]? {
        if let fixed = fixed[path] { return fixed }
        let words = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        guard let last = words.last, !last.isEmpty else { return nil }
        switch words.dropLast() {
        case ["rest", "v1", "transaction"]: return ["GET": .transaction(last)]
        case ["rest", "v1", "maintenance", "transaction"]: return ["POST": .maintenance(last)]
        case ["rest", "v2", "token"]: return ["GET": .token(last), "DELETE": .deleteToken(last)]
        case ["challenge"]: return ["GET": .challenge(last), "POST": .challenge(last)]
        default: return nil
        }
    }

    private static let fixed: [String: [String: HiPayCall]] = [
        "/rest/v1/order": ["POST": .order], "/rest/v1/transaction": ["GET": .transactionOfOrder],
        "/rest/v2/available-payment-products.json": ["GET": .products],
        "/rest/v2/security-settings": ["GET": .securitySettings], "/rest/v2/token/create": ["POST": .createToken],
        "/rest/v2/token": ["POST": .resolveToken], "/rest/v2/token/update": ["POST": .updateToken],
        "/notifications": ["GET": .notifications],
    ]

    /// A signature may stand in the password's place.
    var isSigned: Bool {
        switch self {
        case .order, .transaction, .transactionOfOrder: true
        case .maintenance, .products, .securitySettings, .createToken, .resolveToken, .updateToken, .token,
            .deleteToken, .challenge, .notifications:
            false
        }
    }
}
