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
