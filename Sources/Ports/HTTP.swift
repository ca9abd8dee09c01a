public import Crypto

/// A request to a payment gateway.
public struct HTTPRequest: Equatable, Sendable {
    public enum Method: String, Hashable, Sendable {
        case get = "GET"
        case post = "POST"
    }

    public var method: Method
    /// Absolute, `https://…`; `http://` for loopback only.
    public var url: String
    /// Names in any case of letters. Nothing secret: that is `key`.
    public var headers: [String: String]
    public var body: [UInt8]
    /// The header that says who we are. Its value stays in guarded memory until it is sent.
    public var key: SecretHeader?

    public init(
        _ method: Method, _ url: String, headers: [String: String] = [:], body: [UInt8] = [], key: SecretHeader? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.key = key
    }
}

/// A header with a secret in it.
public struct SecretHeader: Equatable, Sendable {
    public var name: String
    public var value: Secret

    public init(_ name: String, _ value: Secret) {
        self.name = name
        self.value = value
    }
}

/// What came back: any status, any body.
public struct HTTPAnswer: Hashable, Sendable {
    public var status: Int
    public var body: [UInt8]

    public init(status: Int, body: [UInt8] = []) {
        self.status = status
        self.body = body
    }
}

/// Sends requests to payment gateways. Redirections are not followed, and no request is sent a second time.
public protocol HTTPSender: Sendable {
    /// - Parameters:
    ///   - timeout: for name look-up, connection, TLS, request and answer together.
    ///   - deliver: called once, from any thread. A fault says nothing of what the gateway did.
    func send(
        _ request: HTTPRequest, timeout: Duration, deliver: @escaping @Sendable (Result<HTTPAnswer, LinkFault>) -> Void)
}
