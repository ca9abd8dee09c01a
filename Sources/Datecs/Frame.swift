/// What holds for every frame: `3E`, a code, a status, the length of the data in two bytes, data, XOR. Nothing is
/// escaped. Source: datecs.md 3.
public enum Frame {
    /// Where a frame may start; data and checksum may hold it too.
    public static let startMark: UInt8 = 0x3E
    /// Start mark, code, status and length.
    public static let headerSize = 5
    /// Header and checksum.
    public static let overhead = headerSize + 1
    /// Bytes of data that a receiver takes; a length above is no frame's. *own choice*: one known host takes as many,
    /// readers send at most 1025 (datecs.md 3.3).
    public static let largestData = 4096
    /// Seconds of silence after which the rest of a frame doesn't come any more. *seen twice* (datecs.md 4)
    public static let longestGapSeconds = 2
    /// Payload of one RECEIVE DATA until the reader has told its own limit. *seen*
    public static let initialMTU = 1024
}

/// Makes frames of messages.
public enum FrameEncoder {
    /// Data over 4096 bytes are cut off: no receiver takes more.
    public static func frame(_ message: Message) -> [UInt8] {
        let data = message.data.span.bytes
        let count = min(data.byteCount, Frame.largestData)
        var frame: [UInt8] = []
        frame.reserveCapacity(count + Frame.overhead)
        frame.append(Frame.startMark)
        frame.append(message.code)
        frame.append(message.status)
        frame.append(UInt8(truncatingIfNeeded: count >> 8))
        frame.append(UInt8(truncatingIfNeeded: count))
        frame.append(copying: data.extracting(first: count))
        frame.append(frame.span.bytes.xor)
        return frame
    }
}
