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
        var frames: [[UInt8]] = []
        var offset = 0
        repeat {
            var frame: [UInt8] = []
            frame.reserveCapacity(min(room, message.count - offset + message.count / 8) + Frame.overhead)
            frame.append(LinkControl.dle.rawValue)
            frame.append(LinkControl.stx.rawValue)
            offset = fill(&frame, from: message, at: offset, room: room)
            close(&frame, isFinal: offset == message.count)
            frames.append(frame)
        } while offset < message.count
        return frames
    }

    /// Appends data until the room is used or the message ends. Returns where the next frame goes on.
    private static func fill(_ frame: inout [UInt8], from message: [UInt8], at start: Int, room: Int) -> Int {
        let limit = frame.count + room
        var offset = start
        while offset < message.count, frame.count < limit {
            let end = min(message.count, offset + limit - frame.count)
            let run = min(message.span.bytes.firstDLE(from: offset), end)
            frame.append(contentsOf: message[offset..<run])
            offset = run
            guard offset < end else { continue }
            guard limit - frame.count >= 2 else { break }
            frame.append(LinkControl.dle.rawValue)
            frame.append(LinkControl.dle.rawValue)
            offset += 1
        }
        return offset
    }

    /// The checksum covers the doubled data and the end mark, and isn't doubled itself.
    private static func close(_ frame: inout [UInt8], isFinal: Bool) {
        frame.append(LinkControl.dle.rawValue)
        frame.append((isFinal ? LinkControl.etx : .etb).rawValue)
        var crc = CRC16()
        crc.update(frame.span.bytes.extracting(droppingFirst: 2))
        frame.append(UInt8(crc.value >> 8))
        frame.append(UInt8(truncatingIfNeeded: crc.value))
    }
}
