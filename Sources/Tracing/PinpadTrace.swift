import Captures
import Datecs
import Wire

/// Turns both directions of a Datecs link into packets that may be kept. A frame is a whole message, so nothing waits.
struct PinpadTrace: WireTrace {
    private var inbound = TracedFrames()
    private var outbound = TracedFrames()
    /// The command whose reply is due: a reply doesn't name it.
    private var awaited: CommandID?

    mutating func take(
        _ bytes: [UInt8], _ direction: CapturedPacket.Direction, at microseconds: Int64
    ) -> [CapturedPacket] {
        let units =
            direction == .inbound
            ? inbound.take(bytes, at: microseconds) : outbound.take(bytes, at: microseconds)
        return units.map { packet($0.bytes, $0.unit, direction, at: microseconds) }
    }

    mutating func end(at microseconds: Int64) -> [CapturedPacket] {
        inbound.end().map { packet($0.bytes, $0.unit, .inbound, at: microseconds) }
            + outbound.end().map { packet($0.bytes, $0.unit, .outbound, at: microseconds) }
    }

    private mutating func packet(
        _ bytes: [UInt8], _ unit: LinkUnit, _ direction: CapturedPacket.Direction, at microseconds: Int64
    ) -> CapturedPacket {
        let record = PinpadRecord(raw: bytes, microseconds: microseconds, direction: direction)
        switch unit {
        case .frame(let message):
            let disclosure = PinpadDisclosure(message, awaited: awaited)
            if direction == .outbound, let asked = CommandID(asking: message) { awaited = asked }
            if direction == .inbound, message.code == Message.replyCode { awaited = nil }
            return record.packet(message, disclosure)
        case .badFrame: return record.withheld("bad frame, left out")
        case .noise: return record.withheld("outside of frames, left out")
        }
    }
}

/// What one direction of a link falls into.
private struct TracedFrames {
    private var deframer = Deframer()
    /// The bytes that no unit has taken yet.
    private var raw: [UInt8] = []
    private var last: Int64 = 0

    mutating func take(_ bytes: [UInt8], at microseconds: Int64) -> [(bytes: [UInt8], unit: LinkUnit)] {
        let isOverdue = !raw.isEmpty && microseconds - last > Int64(Frame.longestGapSeconds) * 1_000_000
        let given = isOverdue ? end() : []
        raw += bytes
        last = microseconds
        deframer.push(bytes)
        return given + drain()
    }

    /// The rest of a frame that has begun doesn't come any more.
    mutating func end() -> [(bytes: [UInt8], unit: LinkUnit)] {
        deframer.endOfStream()
        return drain()
    }

    private mutating func drain() -> [(bytes: [UInt8], unit: LinkUnit)] {
        var units: [(bytes: [UInt8], unit: LinkUnit)] = []
        while let located = deframer.next() {
            units.append((Array(raw.prefix(located.length)), located.unit))
            raw.removeFirst(min(located.length, raw.count))
        }
        return units
    }
}
