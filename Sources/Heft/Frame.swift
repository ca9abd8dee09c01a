/// What holds for every frame: `10 02`, data with each 10 doubled, `10 03` or `10 17`, CRC. Source: heft.md 2.2.
public enum Frame {
    /// Start, end and checksum together.
    static let overhead = 6
    /// Room for one doubled DLE.
    public static let smallestSize = 8
    /// A size is a signed 16-bit number in the one host that readers know. *seen*
    public static let largestSize = 0x7FFF
    /// What a host sends until the reader has told its buffer size. *seen*
    public static let initialSize = 200
}

/// Cuts messages into frames.
public enum FrameEncoder {
    /// The frames of a message, in order; the last one ends in ETX. A doubled DLE is never cut (heft.md 2.3).
    /// - Parameter maxFrame: the whole frame after doubling; taken as the nearest of 8 to 32,767.
    public static func frames(message: [UInt8], maxFrame: Int) -> [[UInt8]] {
        let room = min(max(maxFrame, Frame.smallestSize), Frame.largestSize) - Frame.overhead
        let bytes = message.span.bytes
        var frames: [[UInt8]] = []
        var offset = 0
        repeat {
            let rest = bytes.extracting(droppingFirst: offset)
            let (length, doubled) = piece(of: rest, room: room)
            offset += length
            let isLast = offset == message.count
            frames.append(frame(of: rest.extracting(first: length), doubled: doubled, isFinal: isLast))
        } while offset < message.count
        return frames
    }

    /// How many bytes go into a frame, and how many of them are doubled.
    private static func piece(of rest: RawSpan, room: Int) -> (length: Int, doubled: Int) {
        let bytes = rest.extracting(first: min(room, rest.byteCount))
        var mark = bytes.firstDLE(from: 0)
        var doubled = 0
        while mark < bytes.byteCount, mark + doubled + 2 <= room {
            doubled += 1
            mark = bytes.firstDLE(from: mark + 1)
        }
        return (min(mark, room - doubled), doubled)
    }

    /// The checksum covers the doubled data and the end mark, and isn't doubled itself.
    private static func frame(of data: RawSpan, doubled: Int, isFinal: Bool) -> [UInt8] {
        var frame: [UInt8] = []
        frame.reserveCapacity(data.byteCount + doubled + Frame.overhead)
        frame.append(LinkControl.dle.rawValue)
        frame.append(LinkControl.stx.rawValue)
        frame.append(doubling: data, doubled: doubled)
        frame.append(LinkControl.dle.rawValue)
        frame.append((isFinal ? LinkControl.etx : .etb).rawValue)
        let crc = CRC16(of: frame.span.bytes.extracting(droppingFirst: 2)).value
        frame.append(UInt8(crc >> 8))
        frame.append(UInt8(truncatingIfNeeded: crc))
        return frame
    }
}
