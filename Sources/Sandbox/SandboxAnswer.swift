public import Payments

/// What goes back, when, and whether it does.
public struct SandboxAnswer: Hashable, Sendable {
    public var status: Int
    public var contentType: String
    public var body: [UInt8]
    /// How long the asker waits for it.
    public var delay = Duration.zero
    /// The connection is closed instead. What was asked for has been done all the same.
    public var isDropped = false

    public init(status: Int, contentType: String, body: [UInt8]) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }

    public init(status: Int = 200, _ json: JSONValue) {
        self.init(status: status, contentType: "application/json", body: json.bytes)
    }
}
