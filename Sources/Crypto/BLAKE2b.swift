import CSodium

/// BLAKE2b of RFC 7693, without a key. For telling damage apart, where nobody has to be kept out.
public enum BLAKE2b {
    /// - Parameter length: 16 to 64 bytes.
    public static func digest(_ message: [UInt8], length: Int = 32) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: min(max(length, 16), 64))
        crypto_generichash(&digest, digest.count, message, UInt64(message.count), nil, 0)
        return digest
    }
}
