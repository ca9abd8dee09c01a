public import Crypto
public import Payments

/// Pairs this machine with readers on Bluetooth, and forgets them.
public protocol ReaderPairing: Sendable {
    /// Starts to pair. `deliver` is called from any thread, one call at a time; `paired` or `failed` is the last and comes
    /// within a minute or so, whatever the other side does.
    func pair(
        _ address: BluetoothAddress, deliver: @escaping @Sendable (PairingEvent) -> Void
    ) -> any PairingAttempt

    /// Forgets a reader. `deliver` gets nil when that is done.
    func unpair(_ address: BluetoothAddress, deliver: @escaping @Sendable (PairingFault?) -> Void)
}

/// What a person answers while readers are paired. An answer that nobody waits for does nothing.
public protocol PairingAttempt: AnyObject, Sendable {
    /// Whether the reader shows the same number.
    func confirm(_ isSame: Bool)
    func enter(pin: Secret)
    /// `failed(.cancelled)` follows, unless it is over already.
    func cancel()
}

public enum PairingEvent: Hashable, Sendable {
    /// Six digits, which the reader has to show as well.
    case confirmNumber(String)
    /// The reader wants the PIN that stands in its manual.
    case pinWanted
    /// To be typed on the reader.
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
}
