import COpenSSL

/// SHA-1 (FIPS 180-4): some of HiPay's accounts still sign with it. For nothing else. Source: gateways.md A.3.
public enum SHA1 {
    public static let length = 20

    /// - Returns: 20 bytes; nil where libcrypto is missing.
    public static func digest(_ message: [UInt8]) -> [UInt8]? {
        guard copenssl_open() else { return nil }
        var digest = [UInt8](repeating: 0, count: length)
        return copenssl_sha1(message, message.count, &digest) ? digest : nil
    }
}
