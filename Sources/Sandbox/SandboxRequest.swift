/// A request as it came, whatever brought it here.
public struct SandboxRequest: Hashable, Sendable {
    public var method: String
    /// Without what follows `?`; percent signs are decoded.
    public var path: String
    /// Decoded.
    public var query: [String: String]
    private let headers: [String: String]
    public var body: [UInt8]

    /// - Parameter headers: names in any case of letters.
    public init(
        _ method: String, _ path: String, query: [String: String] = [:], headers: [String: String] = [:],
        body: [UInt8] = []
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        self.body = body
    }

    /// - Parameter name: in any case of letters.
    public func header(_ name: String) -> String? { headers[name.lowercased()] }
}
