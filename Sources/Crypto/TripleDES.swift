import COpenSSL

/// 3DES with three keys (NIST SP 800-67), in CBC with an initial vector of zeros and without padding: how Redsys makes a
/// key for each order. For nothing else. Source: gateways.md C.3.
public enum TripleDES {
    /// Bytes of the key, and what the length of a text has to be a multiple of.
    public static let keyLength = 24
    public static let blockLength = 8

    /// - Returns: as many bytes as came; nil where the key or the text has another length, or libcrypto is missing.
    public static func encrypted(_ plain: [UInt8], key: Secret) -> [UInt8]? {
        guard key.count == keyLength, !plain.isEmpty, plain.count.isMultiple(of: blockLength), copenssl_open() else {
            return nil
        }
        var sealed = [UInt8](repeating: 0, count: plain.count)
        return copenssl_triple_des(key.pointer, plain, plain.count, &sealed) ? sealed : nil
    }
}
