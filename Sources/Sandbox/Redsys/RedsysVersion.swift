import Crypto

/// How an envelope is signed, and how bytes are written in it. Source: gateways.md C.3.
enum RedsysVersion: String, Hashable {
    case hmacSHA256 = "HMAC_SHA256_V1"
    case hmacSHA512 = "HMAC_SHA512_V2"

    /// Of the parameters, both ways.
    var parameters: Base64 { self == .hmacSHA256 ? .standard : .url }

    /// Of the signature in an answer.
    var signature: Base64 { self == .hmacSHA256 ? .paddedURL : .url }

    /// A signature in a request: the older version is written in either alphabet, and only its bytes count.
    func signature(in text: String) -> [UInt8]? {
        switch self {
        case .hmacSHA256: Base64.standard.bytes(text) ?? Base64.paddedURL.bytes(text)
        case .hmacSHA512: Base64.url.bytes(text)
        }
    }
}
