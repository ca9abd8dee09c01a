import CSodium

/// HMAC of RFC 2104 with SHA-256.
public enum HMACSHA256 {
    /// - Returns: 32 bytes.
    public static func authenticate(_ message: [UInt8], key: Secret) -> [UInt8] {
        var state = crypto_auth_hmacsha256_state()
        defer { sodium_memzero(&state, MemoryLayout<crypto_auth_hmacsha256_state>.size) }
        var proof = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_BYTES))
        key.withBytes { bytes in
            guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
            crypto_auth_hmacsha256_init(&state, start, bytes.count)
        }
        crypto_auth_hmacsha256_update(&state, message, UInt64(message.count))
        crypto_auth_hmacsha256_final(&state, &proof)
        return proof
    }
}
