/// The keys that a server may have, whatever else is trusted: a stolen or mistaken certificate of another key is refused.
public struct PublicKeyPin: Hashable, Sendable {
    /// As libcurl takes it.
    let text: String

    /// - Parameter text: `sha256//` and the base64 of the SHA-256 of the key's SubjectPublicKeyInfo; several, for the time
    ///   in which a key is changed, with `;` between them.
    /// - Returns: nil for anything else.
    public init?(_ text: String) {
        let keys = text.split(separator: ";", omittingEmptySubsequences: false)
        guard keys.allSatisfy(Self.isPin) else { return nil }
        self.text = text
    }

    /// 32 bytes are 43 digits and one `=`.
    private static func isPin(_ key: Substring) -> Bool {
        guard key.hasPrefix("sha256//"), key.hasSuffix("=") else { return false }
        let digits = key.utf8.dropFirst(8).dropLast()
        return digits.count == 43 && digits.allSatisfy(isBase64)
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"): true
        default: false
        }
    }
}
