import CSodium

/// Base64 of RFC 4648, by libsodium.
public enum Base64: Hashable, Sendable {
    /// `+` and `/`, with padding.
    case standard
    /// `-` and `_`, without padding.
    case url
    /// `-` and `_`, with padding.
    case paddedURL

    public func text(_ bytes: [UInt8]) -> String {
        let length = sodium_base64_encoded_len(bytes.count, variant)
        var text = [CChar](repeating: 0, count: length)
        sodium_bin2base64(&text, length, bytes, bytes.count, variant)
        return String(decoding: text.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// - Returns: nil for anything that this alphabet and padding don't write.
    public func bytes(_ text: String) -> [UInt8]? {
        let text = Array(text.utf8)
        var bytes = [UInt8](repeating: 0, count: text.count)
        var count = 0
        let isRead = text.withUnsafeBytes { text in
            sodium_base642bin(
                &bytes, bytes.count, text.baseAddress?.assumingMemoryBound(to: CChar.self), text.count, nil, &count,
                nil, variant) == 0
        }
        return isRead ? Array(bytes.prefix(count)) : nil
    }

    private var variant: Int32 {
        switch self {
        case .standard: sodium_base64_VARIANT_ORIGINAL
        case .url: sodium_base64_VARIANT_URLSAFE_NO_PADDING
        case .paddedURL: sodium_base64_VARIANT_URLSAFE
        }
    }
}
