import CSodium

/// SHA-512 of FIPS 180-4.
public enum SHA512 {
    /// - Returns: 64 bytes.
    public static func digest(_ message: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha512_BYTES))
        crypto_hash_sha512(&digest, message, UInt64(message.count))
        return digest
    }
}
