public import Crypto

/// A merchant's key, which makes another one for each order. Source: gateways.md C.3.
public struct RedsysKey: Sendable {
    /// Base64 of 24 bytes, in ASCII: how merchants have it.
    let text: Secret
    /// Those bytes.
    private let desKey: Secret
    /// The first sixteen characters of the text.
    private let aesKey: Secret

    /// - Throws: `SecretError.length` where the text is not base64 of 24 bytes.
    public init(text: [UInt8]) throws(SecretError) {
        guard var bytes = Base64.standard.bytes(String(decoding: text, as: UTF8.self)),
            bytes.count == TripleDES.keyLength
        else { throw .length }
        defer { wipe(&bytes) }
        self.text = try Secret(copying: text)
        desKey = try Secret(copying: bytes)
        aesKey = try Secret(copying: text.prefix(AES128.keyLength))
    }

    /// - Returns: nil where libcrypto is missing.
    func signature(over text: [UInt8], order: String, _ version: RedsysVersion) -> [UInt8]? {
        guard let key = orderKey(order, version) else { return nil }
        return version == .hmacSHA256
            ? HMACSHA256.authenticate(text, key: key) : HMACSHA512.authenticate(text, key: key)
    }

    func hasSigned(_ text: [UInt8], order: String, _ version: RedsysVersion, _ signature: [UInt8]) -> Bool {
        self.signature(over: text, order: order, version).map { constantTimeEqual($0, signature) } ?? false
    }

    private func orderKey(_ order: String, _ version: RedsysVersion) -> Secret? {
        let order = Array(order.utf8)
        switch version {
        case .hmacSHA256:
            let padding = (TripleDES.blockLength - order.count % TripleDES.blockLength) % TripleDES.blockLength
            // No order makes no key at all, which for an HMAC is the same as one byte of zero.
            let key =
                order.isEmpty
                ? [0] : TripleDES.encrypted(order + [UInt8](repeating: 0, count: padding), key: desKey)
            return key.flatMap { try? Secret(copying: $0) }
        case .hmacSHA512:
            let key = AES128.encrypted(order, key: aesKey)
            return key.flatMap { try? Secret(copying: Array(Base64.standard.text($0).utf8)) }
        }
    }
}
