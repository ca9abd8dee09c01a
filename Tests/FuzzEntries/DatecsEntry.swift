import Datecs
import Inspector
import Wire

extension FuzzEntries {
    /// The first byte says how long the reads are; the rest is the stream.
    public static func datecsDeframer(_ bytes: [UInt8]) -> String? {
        guard let first = bytes.first else { return nil }
        let stream = bytes.dropFirst()
        var rest = stream
        var deframer = Deframer()
        var cut: [Located<LinkUnit>] = []
        while !rest.isEmpty {
            let read = Array(rest.prefix(Int(first) + 1))
            rest = rest.dropFirst(read.count)
            deframer.push(read)
            while let located = deframer.next() { cut.append(located) }
        }
        deframer.endOfStream()
        while let located = deframer.next() { cut.append(located) }
        return complaint(about: cut, count: stream.count) ?? complaint(comparing: cut, with: Array(stream))
    }

    private static func complaint(about units: [Located<LinkUnit>], count: Int) -> String? {
        var end = 0
        for located in units {
            guard located.offset == end, located.length > 0 else { return "a gap at \(end)" }
            end += located.length
            guard case .frame(let message) = located.unit else { continue }
            guard FrameEncoder.frame(message).count == located.length else { return "a frame that doesn't come back" }
        }
        return end == count ? nil : "bytes that no unit has"
    }

    /// However the stream is cut, the same frames come out.
    private static func complaint(comparing cut: [Located<LinkUnit>], with stream: [UInt8]) -> String? {
        var deframer = Deframer()
        deframer.push(stream)
        deframer.endOfStream()
        var frames: [Located<LinkUnit>] = []
        while let located = deframer.next() {
            if case .frame = located.unit { frames.append(located) }
        }
        let same = cut.filter { if case .frame = $0.unit { true } else { false } } == frames
        guard same else { return "frames that depend on how the stream is cut" }
        return DatecsDecoder.decode(stream).isEmpty == stream.isEmpty ? nil : "nothing decoded"
    }

    /// Two bytes that name the command whose reply is awaited, the frame's code, and its data.
    public static func datecsPackets(_ bytes: [UInt8]) -> String? {
        guard bytes.count >= 3 else { return nil }
        let awaited = CommandID(rawValue: UInt16(bytes[0]) << 8 | UInt16(bytes[1]))
        let message = Message(code: bytes[2], data: Array(bytes.dropFirst(3)))
        guard let packet = try? Packet(message, awaited: awaited) else { return nil }
        guard let again = try? Packet(packet.message, awaited: awaited), again == packet else {
            return "a packet that doesn't come back"
        }
        _ = DatecsDecoder.decode(FrameEncoder.frame(message))
        return nil
    }
}
