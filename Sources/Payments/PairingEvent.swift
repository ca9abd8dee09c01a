/// What happens while a reader is paired with this machine.
public enum PairingEvent: Hashable, Sendable {
    /// Six digits, which the reader has to show as well.
    case confirmNumber(String)
    /// The reader wants the PIN that stands in its manual.
    case pinWanted
    /// To be typed on the reader. It comes from outside.
    case showPIN(String)
    case paired
    case failed(PairingFault)
}

/// Why readers were not paired, or not forgotten.
public enum PairingFault: Error, Hashable, Sendable {
    /// Somebody said no, here or at the reader, or the PIN was wrong.
    case rejected
    case timedOut
    case cancelled
    /// Nothing with this address is within reach, or known.
    case notFound
    case alreadyPaired
    /// The reader or this machine can't pair.
    case notSupported
    /// Another pairing is under way.
    case busy
    /// It is there, but no connection comes about.
    case unreachable
    /// Bluetooth can't be used.
    case trouble(FinderTrouble)
    case other

    /// Its stable code, for words, logs and scripts.
    public var code: String {
        switch self {
        case .rejected: "pairing-rejected"
        case .timedOut: "pairing-timed-out"
        case .cancelled: "pairing-cancelled"
        case .notFound: "pairing-not-found"
        case .alreadyPaired: "pairing-already"
        case .notSupported: "pairing-not-supported"
        case .busy: "pairing-busy"
        case .unreachable: "pairing-unreachable"
        case .trouble(let trouble): trouble.code
        case .other: "pairing-failed"
        }
    }
}
