/// A data object: a tag, a length and what it measures. Source: datecs.md 9.1.
public struct TLV: Hashable, Sendable {
    public var tag: Tag
    public var content: Content

    public enum Content: Hashable, Sendable {
        case value([UInt8])
        /// Of a constructed tag.
        case objects([TLV])
    }

    public init(_ tag: Tag, _ value: [UInt8]) {
        self.init(tag: tag, content: .value(value))
    }

    public init(tag: Tag, content: Content) {
        self.tag = tag
        self.content = content
    }

    /// Nil for an object that holds others.
    public var value: [UInt8]? {
        if case .value(let bytes) = content { bytes } else { nil }
    }

    /// Objects inside objects, the outermost counted. *own choice*
    public static let maxDepth = 16
    /// What one byte can say of a length.
    public static let longestShortValue = 0x7F
}

extension TLV: CustomStringConvertible {
    /// Safe to print: the tag and how long it is, or what it holds.
    public var description: String {
        switch content {
        case .value(let bytes): "\(tag.text) (\(bytes.count) bytes)"
        case .objects(let objects): "\(tag.text) [\(objects.map(\.description).joined(separator: ", "))]"
        }
    }
}
