/// What a byte stream falls into below the messages. Source: heft.md 2.1, 2.2.
public enum LinkUnit: Hashable, Sendable {
    /// A good frame. The payload has no doubled DLEs any more; `isFinal` says that its message ends here.
    case frame(payload: [UInt8], isFinal: Bool)
    case badFrame(FrameFault)
    case ack, nak, enq, eot
    /// DLE and a byte that means nothing between frames.
    case unknownControl(UInt8)
    /// Bytes that belong to no frame and no pair, a torn frame included. Skipped.
    case noise(count: Int)
}

/// Why a frame was refused.
public enum FrameFault: Hashable, Sendable {
    case checksum
    /// Longer than 32,767 bytes. The bytes that follow are looked at anew.
    case tooLong
    /// A DLE inside that is neither doubled nor an end mark.
    case unpairedDLE
}
