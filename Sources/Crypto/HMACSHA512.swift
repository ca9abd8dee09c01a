import CSodium

/// HMAC of RFC 2104 with SHA-512.
public enum HMACSHA512 {
    /// - Returns: 64 bytes.
    public static func authenticate(_ message: [UInt8], key: Secret) -> [UInt8] {
        var state = crypto_auth_hmacsha512_state()
        defer { sodium_memzero(&state, MemoryLayout<crypto_auth_hmacsha512_state>.size) }
        var proof = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha512_BYTES))
        crypto_auth_hmacsha512_init(&state, key.pointer, key.count)
        crypto_auth_hmacsha512_update(&state, message, UInt64(message.count))
        crypto_auth_hmacsha512_final(&state, &proof)
        return proof
    }
}
