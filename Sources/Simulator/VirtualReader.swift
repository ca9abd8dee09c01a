public import Time

/// A virtual reader of any kind, as loopback and server drive it: the whole device side as a pure machine. Bytes in,
/// bytes out, deadlines named; everything follows from its settings, so the same inputs give the same bytes.
public protocol VirtualReader: Sendable {
    mutating func handle(_ input: ReaderInput, at now: Uptime) -> [ReaderEffect]
    /// When `tick` is due.
    var nextDeadline: Uptime? { get }
    /// It holds the result of a payment that no host has acknowledged, or one that it has still to undo.
    var isResultPending: Bool { get }
}

/// What happens to a virtual reader.
public enum ReaderInput: Equatable, Sendable {
    /// A host has opened the link.
    case opened
    case received([UInt8])
    /// The link has gone, whoever closed it.
    case closed
    /// `nextDeadline` has come.
    case tick
    /// What the acquirer said through the reader's own network; nil where it can't be reached or says nothing.
    case networked([UInt8]?)
}

/// What a virtual reader does.
public enum ReaderEffect: Equatable, Sendable {
    case send([UInt8])
    case close
    /// For a person who watches: one line of printable ASCII and no secrets.
    case event(String)
    /// Asks the acquirer through the reader's own network, in one connection.
    case call([UInt8])
}
