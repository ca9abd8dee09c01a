/// What an operator is called: short, typed often, the same in every language and as part of a file's entry.
public struct OperatorName: Hashable, Sendable, Comparable {
    public let text: String

    /// Characters in a name, at most. *own choice*
    public static let longest = 32

    /// - Returns: nil unless it is 1 to 32 small letters, digits, `.`, `-` and `_`, the first a letter or a digit.
    public init?(_ text: String) {
        let bytes = text.utf8
        guard (1...Self.longest).contains(bytes.count), bytes.allSatisfy(Self.isAllowed) else { return nil }
        guard let first = bytes.first, !".-_".utf8.contains(first) else { return nil }
        self.text = text
    }

    public static func < (a: OperatorName, b: OperatorName) -> Bool { a.text < b.text }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: ".-_".utf8.contains(byte)
        }
    }
}
