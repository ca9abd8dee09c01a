public import Crypto
public import Payments

/// How Redsys signs, both ways: a key for each order, made with the merchant's, authenticates the text. Source:
/// gateways.md C.3, *seen twice*.
public enum RedsysSignature: String, Hashable, Sendable, CaseIterable {
    case hmacSHA256V1 = "HMAC_SHA256_V1"
    case hmacSHA512V2 = "HMAC_SHA512_V2"

    /// - Parameters:
    ///   - text: as it goes over the wire.
    ///   - key: the merchant's, as the text that Redsys hands out.
    /// - Returns: 32 or 64 bytes; nil where the key is none of theirs, or libcrypto is missing.
    public func sign(_ text: String, order: OrderNumber, key: Secret) -> [UInt8]? {
        guard let own = orderKey(order, key) else { return nil }
        return switch self {
        case .hmacSHA256V1: HMACSHA256.authenticate(Array(text.utf8), key: own)
        case .hmacSHA512V2: HMACSHA512.authenticate(Array(text.utf8), key: own)
        }
    }

    /// As it stands in a request.
    func text(_ signature: [UInt8]) -> String {
        switch self {
        case .hmacSHA256V1: Base64.standard.text(signature)
        case .hmacSHA512V2: Base64.url.text(signature)
        }
    }

    /// Answers use either alphabet: the bytes are compared, not the texts.
    func bytes(_ text: String) -> [UInt8]? {
        Base64.standard.bytes(text) ?? Base64.paddedURL.bytes(text) ?? Base64.url.bytes(text)
    }

    private func orderKey(_ order: OrderNumber, _ key: Secret) -> Secret? {
        let order = Array(order.text.utf8)
        switch self {
        case .hmacSHA256V1:
            // Zeros fill it up to whole blocks, none where it is whole.
            let missing = (TripleDES.blockLength - order.count % TripleDES.blockLength) % TripleDES.blockLength
            let plain = order + [UInt8](repeating: 0, count: missing)
            return Self.decoded(key).flatMap { TripleDES.encrypted(plain, key: $0) }.flatMap(Self.secret)
        case .hmacSHA512V2:
            // Of the key the first 16 letters as they are; of the outcome the text.
            let short = key.withBytes { try? Secret(copying: $0.prefix(AES128.keyLength)) }
            return short.flatMap { AES128.encrypted(order, key: $0) }.flatMap {
                Self.secret(Array(Base64.standard.text($0).utf8))
            }
        }
    }

    private static func decoded(_ key: Secret) -> Secret? {
        var bytes = key.withBytes { Base64.standard.bytes(String(decoding: $0, as: UTF8.self)) } ?? []
        defer { wipe(&bytes) }
        return secret(bytes)
    }

    private static func secret(_ bytes: [UInt8]) -> Secret? { try? Secret(copying: bytes) }
}
