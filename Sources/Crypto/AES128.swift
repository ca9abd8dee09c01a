import COpenSSL

/// AES-128 (FIPS 197) in CBC with an initial vector of zeros and the padding of PKCS#7: how Redsys' newer signature makes
/// a key for each order. For nothing else. Source: gateways.md C.3.
public enum AES128 {
    /// Bytes of the key.
    public static let keyLength = 16
    private static let blockLength = 16

    /// - Returns: a multiple of 16 bytes; nil where the key has another length, or libcrypto is missing.
    public static func encrypted(_ plain: [UInt8], key: Secret) -> [UInt8]? {
        guard key.count == keyLength, copenssl_open() else { return nil }
        var sealed = [UInt8](repeating: 0, count: (plain.count / blockLength + 1) * blockLength)
        return copenssl_aes128(key.pointer, plain, plain.count, &sealed) ? sealed : nil
    }
}
