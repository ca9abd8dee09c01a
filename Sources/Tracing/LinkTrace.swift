import Captures
import Heft

/// Turns both directions of a HEFT link into packets that may be kept, in the order in which they were on the wire.
///
/// A card number can run over the end of a frame, so a frame waits until its message is whole. Whatever follows it, of
/// either direction, waits behind it.
struct LinkTrace: WireTrace {
    private var inbound = TracedDirection(.inbound)
    private var outbound = TracedDirection(.outbound)
    private var waiting: [Slot] = []
    /// The number of the first slot.
    private var first = 0

    enum Slot {
        case ready(CapturedPacket)
        case waits
    }

    /// Takes bytes as they came or went, and gives the packets that are now settled.
    mutating func take(
        _ bytes: [UInt8], _ direction: CapturedPacket.Direction, at microseconds: Int64
    ) -> [CapturedPacket] {
        let next = first + waiting.count
        let entries =
            direction == .inbound
            ? inbound.take(bytes, at: microseconds, next: next) : outbound.take(bytes, at: microseconds, next: next)
        for entry in entries { settle(entry) }
        return settled()
    }

    /// The link has ended: unfinished messages are judged by what there is of them.
    mutating func end(at microseconds: Int64) -> [CapturedPacket] {
        for entry in inbound.end(at: microseconds) + outbound.end(at: microseconds) { settle(entry) }
        return settled()
    }

    private mutating func settle(_ entry: TracedDirection.Entry) {
        switch entry {
        case .new(let packet): waiting.append(packet.map(Slot.ready) ?? .waits)
        case .settled(let number, let packet): waiting[number - first] = .ready(packet)
        }
    }

    private mutating func settled() -> [CapturedPacket] {
        var packets: [CapturedPacket] = []
        for case .ready(let packet) in waiting.prefix(while: \.isReady) { packets.append(packet) }
        waiting.removeFirst(packets.count)
        first += packets.count
        return packets
    }
}

extension LinkTrace.Slot {
    fileprivate var isReady: Bool {
        if case .ready = self { true } else { false }
    }
}
