import Bluetooth
import Files
import Payments
import Ports

/// Finding readers.
extension Workplace {
    /// Searches wherever readers can be; in training nothing outside of this process is looked for.
    func finder(_ links: any LinkOpener, training: Bool) -> any ReaderFinder {
        let configured = ConfiguredFinder(place: self, links: links)
        guard !training else { return configured }
        let known = ConfiguredFinder.named(self) + [lastReader()].compactMap(\.self)
        let all = CombinedFinder(
            finders: [BlueZFinder(known: known), SerialPortFinder(known: known), configured])
        guard let gateway = try? merchantGateway()?.0 else { return all }
        return DeclaredFinder(base: all, declared: gateway.readerProtocol)
    }

    /// Forgets which reader was used last: none is connected to by itself until one is chosen.
    func forgetReader() {
        guard let file = lastReaderFile else { return }
        try? Replacement(of: file, with: []).run()
    }

    /// The Bluetooth address that a person wrote, as it is, as a reader's URI, or as its name in the configuration.
    func bluetoothAddress(_ text: String) throws(Stop) -> BluetoothAddress {
        if let address = try? BluetoothAddress(text) { return address }
        let uri = configuration.readers.first { $0.name == text }?.uri ?? text
        if let reader = try? ReaderAddress(uri: uri), case .rfcomm(let address, _) = reader.place { return address }
        throw Stop(.usage, "pairing-address", ["address": text])
    }
}
