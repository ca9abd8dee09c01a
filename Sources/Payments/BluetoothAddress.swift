/// The address of a Bluetooth device or adapter: six bytes, written `AA:BB:CC:DD:EE:FF`.
public struct BluetoothAddress: Hashable, Sendable, CustomStringConvertible {
    /// Six, in the order in which they are written. The kernel wants them the other way round.
    public let bytes: [UInt8]

    /// - Returns: nil for another number of bytes, and for all zeros, which stands for "any adapter" and names no device.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 6, bytes.contains(where: { $0 != 0 }) else { return nil }
        self.bytes = bytes
    }

    /// Reads six pairs of digits with colons between them; letters may be small.
    public init(_ text: String) throws(BluetoothAddressError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let bytes = parts.compactMap { part in
            part.utf8.count == 2 && !part.hasPrefix("+") ? UInt8(part, radix: 16) : nil
        }
        guard parts.count == 6, let address = BluetoothAddress(bytes: bytes) else { throw .malformed }
        self = address
    }

    /// In capital letters.
    public var description: String {
        bytes.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.utf8.count == 2 ? digits : "0" + digits
        }.joined(separator: ":")
    }
}

/// Why a text is no device's address.
public enum BluetoothAddressError: Error, Hashable, Sendable {
    case malformed
}
