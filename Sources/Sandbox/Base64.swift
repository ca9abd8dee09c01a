/// RFC 4648, with padding.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// - Returns: ASCII.
    static func encode(_ bytes: [UInt8]) -> [UInt8] {
        stride(from: 0, to: bytes.count, by: 3).flatMap { start -> [UInt8] in
            let group = Array(bytes[start..<min(start + 3, bytes.count)])
            let bits = (0..<3).reduce(0) { $0 << 8 | Int($1 < group.count ? group[$1] : 0) }
            return (0..<4).map { place in
                place <= group.count ? alphabet[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "=")
            }
        }
    }
}
