public import Crypto
public import Payments
public import Ports

/// What Get Mini tells a merchant who logs in. Source: gateways.md C.8; the wire is *own choice*.
public struct RedsysLogin: Equatable, Sendable {
    /// A terminal of one of the merchant's shops.
    public struct Terminal: Equatable, Sendable {
        /// The shop's number (FUC).
        public var number: String
        public var name: String
        public var terminal: String
        public var currency: Currency
        public var key: Secret
    }

    /// At least one.
    public var terminals: [Terminal]

    /// The answer to an attempt.
    public enum Answer: Equatable, Sendable {
        case done(RedsysLogin)
        /// Get Mini's own code.
        case refused(code: String)
        case trouble(CloudTrouble)
    }
}

extension RedsysGateway {
    public func login(user: String, password: Secret, licence: Secret) -> HTTPRequest {
        let body: JSONValue = ["user": .string(user), "password": .string(password.text)]
        return HTTPRequest(
            .post, address.url + "/getmini/v1/login", headers: Self.json, body: body.bytes,
            key: SecretHeader("X-App-License", licence))
    }

    /// What is wrong with a number, a currency or a key is not taken: the answer counts as unreadable.
    public static func readLogin(_ answer: HTTPAnswer) -> RedsysLogin.Answer {
        let json = try? JSONValue.parse(answer.body)
        guard answer.status == 200 else {
            guard let code = json?["codigo"]?.stringValue, RedsysEnvelope.isCode(code) else {
                return .trouble(.status(answer.status))
            }
            return .refused(code: code)
        }
        guard let merchants = json?["merchantList"]?.elements else { return .trouble(.unreadable) }
        let listed = merchants.flatMap { merchant in
            (merchant["terminalList"]?.elements ?? []).map { RedsysLogin.Terminal(merchant, $0) }
        }
        let terminals = listed.compactMap(\.self)
        guard !terminals.isEmpty, terminals.count == listed.count else { return .trouble(.unreadable) }
        return .done(RedsysLogin(terminals: terminals))
    }
}

extension RedsysLogin.Terminal {
    fileprivate init?(_ merchant: JSONValue, _ terminal: JSONValue) {
        guard let number = merchant["fuc"]?.stringValue, Self.isNumber(number, upTo: 9),
            let own = terminal["terminal"]?.stringValue, Self.isNumber(own, upTo: 3),
            let currency = terminal["currency"]?.stringValue.flatMap({ UInt16($0) }).flatMap(Currency.init(numeric:)),
            let key = terminal["signatureKey"]?.stringValue,
            Base64.standard.bytes(key)?.count == TripleDES.keyLength, let secret = Secret(text: key)
        else { return nil }
        self.init(
            number: number, name: merchant["name"]?.stringValue ?? "", terminal: own, currency: currency, key: secret)
    }

    private static func isNumber(_ text: String, upTo length: Int) -> Bool {
        (1...length).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
