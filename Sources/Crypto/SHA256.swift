import CSodium

/// SHA-256 of FIPS 180-4.
public enum SHA256 {
    /// - Returns: 32 bytes.
    public static func digest(_ message: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256(&digest, message, UInt64(message.count))
        return digest
    }
}
