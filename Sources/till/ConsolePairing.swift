import Bluetooth
import Console
import Crypto
import Payments
import Ports

/// Pairing for the console.
final class ConsolePairing {
    private let pairing: any ReaderPairing = BlueZPairing()
    private let tell: @Sendable (ConsoleMessage) -> Void
    private var attempt: (any PairingAttempt)?
    private let turn = Turn()

    init(tell: @escaping @Sendable (ConsoleMessage) -> Void) { self.tell = tell }

    func pair(_ address: BluetoothAddress) {
        attempt?.cancel()
        let number = turn.next()
        attempt = pairing.pair(address) { [tell, turn] event in
            if turn.isLatest(number) { tell(.pairing(event)) }
        }
    }

    func confirm(_ isSame: Bool) { attempt?.confirm(isSame) }

    /// What was typed goes to the reader and is gone here.
    func enter(_ line: SecretLine) {
        var bytes = line.take()
        defer { wipe(&bytes) }
        if let pin = try? Secret(copying: bytes) { attempt?.enter(pin: pin) } else { attempt?.cancel() }
    }

    func cancel() { attempt?.cancel() }

    func unpair(_ address: BluetoothAddress) {
        pairing.unpair(address) { [tell] in tell(.unpaired(address, $0)) }
    }
}
