/// What a session wants done, in this order.
public enum ReaderEffect: Hashable, Sendable {
    /// Bytes to the reader.
    case send([UInt8])
    /// Give the link to the reader up.
    case closeLink
    case host(HostEffect)
    case event(ReaderEvent)
}

/// What is to happen on the connection to the acquirer.
public enum HostEffect: Hashable, Sendable {
    /// `wrapping`: who makes the bytes secret; nil where the reader doesn't say.
    case open(host: String, port: UInt16, timeoutSeconds: UInt16, wrapping: HostWrapping?)
    case send([UInt8])
    case close
}
