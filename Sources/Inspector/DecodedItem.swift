public import Heft

/// What `till decode` tells of some bytes, in order.
public enum DecodedItem: Hashable, Sendable {
    case frame(DecodedFrame)
    /// A HEFT message. Follows the frame that ends it.
    case message(DecodedMessage)
    /// What a Datecs frame says. Follows the frame.
    case packet(DecodedPacket)
    case malformed(offset: Int, text: String)
}

/// A frame or a control pair. Every Datecs frame is final.
public struct DecodedFrame: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        case final, partial, ack, nak, eot, enq
    }

    /// In the input, in bytes.
    public var offset: Int
    public var length: Int
    public var kind: Kind
    /// Nil for a control pair, which has no checksum.
    public var crcOk: Bool?

    public init(offset: Int, length: Int, kind: Kind, crcOk: Bool? = nil) {
        self.offset = offset
        self.length = length
        self.kind = kind
        self.crcOk = crcOk
    }
}

/// A message. Its fields have no card number, no proof and no host data in them.
public struct DecodedMessage: Hashable, Sendable {
    public enum Direction: String, Hashable, Sendable {
        case hostToReader, readerToHost
    }

    public var command: CommandID
    public var direction: Direction
    public var status: Status?
    /// Bytes of payload.
    public var length: Int
    public var fields: [DecodedField]

    public init(
        command: CommandID, direction: Direction, status: Status?, length: Int, fields: [DecodedField]
    ) {
        self.command = command
        self.direction = direction
        self.status = status
        self.length = length
        self.fields = fields
    }
}

/// A named value, or a named group of them. Printable and masked.
public struct DecodedField: Hashable, Sendable {
    public var name: String
    public var value: String
    public var children: [DecodedField]

    public init(_ name: String, _ value: String = "", children: [DecodedField] = []) {
        self.name = name
        self.value = value
        self.children = children
    }
}
