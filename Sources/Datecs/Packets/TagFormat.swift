public import EMV

/// How the value of a data object is written, and in how many bytes readers and hosts send it.
public struct TagFormat: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Big-endian, one to eight bytes whatever the size here says.
        case number
        /// Binary-coded decimal.
        case digits
        case text
        case bytes
    }

    /// One word, for people and programs.
    public var name: String
    public var kind: Kind
    /// Bytes of a number or of digits when sent.
    public var size: Int

    init(_ name: String, _ kind: Kind, _ size: Int = 0) {
        self.name = name
        self.kind = kind
        self.size = size
    }

    /// What an `Int` holds for sure.
    static let maxDigitBytes = 9

    func accepts(_ value: [UInt8]) -> Bool {
        switch kind {
        case .number: value.count <= 8
        case .digits: value.count <= Self.maxDigitBytes && value.allSatisfy { $0 >> 4 < 10 && $0 & 0xF < 10 }
        case .text, .bytes: true
        }
    }

    /// What a value that isn't accepted should have been.
    var rule: String {
        switch kind {
        case .number: "a number of at most 8 bytes"
        case .digits: "at most \(Self.maxDigitBytes) bytes of BCD digits"
        case .text, .bytes: "a value"
        }
    }
}

extension Tag {
    /// Nil for a tag outside the table.
    public var format: TagFormat? { Self.formats[self] }
}
