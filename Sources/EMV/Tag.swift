/// The tag of a data object in BER: one to three bytes. Source: datecs.md 9.1, EMV Book 3 annex B1.
public struct Tag: RawRepresentable, Hashable, Sendable {
    /// The bytes, the first one most significant: `9F 41` is 0x9F41.
    public let rawValue: UInt32

    /// - Parameter rawValue: bytes that are a tag; nothing checks that.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// No data object is known whose tag is longer. *seen twice*
    public static let maxBytes = 3

    /// A data object with this tag holds others, and no value of its own.
    public var isConstructed: Bool { bytes[0] & Mark.constructed != 0 }

    public var bytes: [UInt8] {
        let count = rawValue > 0xFFFF ? 3 : rawValue > 0xFF ? 2 : 1
        return (0..<count).reversed().map { UInt8(truncatingIfNeeded: rawValue >> (8 * $0)) }
    }

    /// Its hexadecimal digits: `9F41`.
    public var text: String {
        bytes.map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }

    /// Bits of a tag's bytes.
    enum Mark {
        /// First byte: holds data objects.
        static let constructed: UInt8 = 0x20
        /// First byte: all ones here say that another byte follows.
        static let longer: UInt8 = 0x1F
        /// Any other byte: another one follows.
        static let more: UInt8 = 0x80
    }
}

extension Tag: CustomStringConvertible {
    public var description: String { text }
}
