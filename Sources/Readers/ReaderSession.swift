public import Time

/// The till's side of a conversation with a reader, on a link that is open: bytes in, bytes and events out. A value: no
/// clock, no I/O, no randomness, no secret. One type for each protocol.
public protocol ReaderSession: Sendable {
    /// When `.deadline` has to come at the latest; nil where the session waits for nothing.
    var nextDeadline: Uptime? { get }

    /// Whether the session is over, for good.
    var isClosed: Bool { get }

    mutating func handle(_ input: ReaderInput, at now: Uptime) -> [ReaderEffect]
}
