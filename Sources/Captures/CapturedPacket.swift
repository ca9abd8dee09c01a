/// One frame or control pair of a recorded stream.
public struct CapturedPacket: Hashable, Sendable {
    public enum Direction: UInt32, Hashable, Sendable {
        /// From the reader. The numbers are those of `epb_flags`.
        case inbound = 1
        case outbound = 2
    }

    /// Since 1970-01-01T00:00:00Z.
    public var microseconds: Int64
    /// Nil where the file doesn't say.
    public var direction: Direction?
    public var linkType: LinkType
    /// What was kept of it.
    public var bytes: [UInt8]
    /// How long it was on the wire.
    public var originalLength: Int
    public var comment: String?

    public init(
        microseconds: Int64, direction: Direction?, linkType: LinkType = .heft, bytes: [UInt8],
        originalLength: Int? = nil, comment: String? = nil
    ) {
        self.microseconds = microseconds
        self.direction = direction
        self.linkType = linkType
        self.bytes = bytes
        self.originalLength = originalLength ?? bytes.count
        self.comment = comment
    }
}

/// What the packets of an interface hold. Source: the link-layer header types of tcpdump.org.
public struct LinkType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// USER0: HEFT, one frame or control pair a packet. *own choice*
    public static let heft = LinkType(rawValue: 147)
    /// USER1: Datecs. *own choice*
    public static let datecs = LinkType(rawValue: 148)
}
