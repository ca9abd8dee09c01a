/// What a session reacts to.
public enum ReaderInput: Hashable, Sendable {
    case command(ReaderCommand)
    /// Bytes from the reader, cut anywhere.
    case received([UInt8])
    /// The link to the reader ended.
    case linkClosed
    case host(HostInput)
    /// `nextDeadline` has come.
    case deadline
}

/// What happens on the connection to the acquirer.
public enum HostInput: Hashable, Sendable {
    case opened
    case received([UInt8])
    /// Everything sent so far has left.
    case drained
    /// The acquirer closed, or the connection broke.
    case closed
    /// It could not be opened.
    case failed(HostFailure)
}

/// Why there is no connection to the acquirer, as far as a reader's protocol tells it apart.
public enum HostFailure: Hashable, Sendable {
    case timedOut
    case unreachable
}
