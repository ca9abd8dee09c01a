import CSodium

/// Authenticated encryption: XChaCha20-Poly1305 in the IETF form (draft-irtf-cfrg-xchacha-03). Nonces are long enough to
/// be random.
public enum XChaCha20Poly1305 {
    /// In bytes.
    public static let keyLength = 32
    public static let nonceLength = 24
    /// What the sealed text is longer than the plain one.
    public static let tagLength = 16

    /// - Parameters:
    ///   - nonce: 24 bytes, never used before with this key.
    ///   - context: is authenticated and not part of the result.
    /// - Throws: `SecretError.length` for a key or nonce of another length.
    public static func seal(
        _ plain: Secret, key: Secret, nonce: [UInt8], context: [UInt8]
    ) throws(SecretError) -> [UInt8] {
        guard Sodium.isReady else { throw .noMemory }
        guard key.count == keyLength, nonce.count == nonceLength else { throw .length }
        var sealed = [UInt8](repeating: 0, count: plain.count + tagLength)
        withExtendedLifetime((plain, key)) {
            _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
                &sealed, nil, plain.pointer, UInt64(plain.count), context, UInt64(context.count), nil, nonce,
                key.pointer)
        }
        return sealed
    }

    /// - Throws: `SecretError.notAuthentic` where anything differs from what `seal` was given.
    public static func open(
        _ sealed: [UInt8], key: Secret, nonce: [UInt8], context: [UInt8]
    ) throws(SecretError) -> Secret {
        guard Sodium.isReady else { throw .noMemory }
        guard key.count == keyLength, nonce.count == nonceLength else { throw .length }
        guard sealed.count > tagLength else { throw .notAuthentic }
        return try Secret(count: sealed.count - tagLength) { (plain) throws(SecretError) in
            let failed = withExtendedLifetime(key) {
                crypto_aead_xchacha20poly1305_ietf_decrypt(
                    plain.bindMemory(to: UInt8.self).baseAddress, nil, nil, sealed, UInt64(sealed.count), context,
                    UInt64(context.count), nonce, key.pointer)
            }
            guard failed == 0 else { throw .notAuthentic }
        }
    }
}
