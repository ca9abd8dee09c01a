import Captures
import Heft
import Wire

/// One direction of a traced link.
struct TracedDirection {
    /// What happens to the packets of the link, which are numbered in the order in which they were on the wire.
    enum Entry {
        /// The next packet; nil where its message must be whole first.
        case new(CapturedPacket?)
        case settled(number: Int, CapturedPacket)
    }

    /// A message whose end hasn't come by then is judged by its beginning, and what follows is left out. *own choice*
    private static let maxWaiting = 1 << 20

    private let direction: CapturedPacket.Direction
    private var deframer = Deframer()
    /// The bytes that no unit has taken yet.
    private var raw: [UInt8] = []
    /// The frames of the message so far, by number.
    private var frames: [(number: Int, record: FrameRecord)] = []
    /// Their payload.
    private var waiting = 0

    init(_ direction: CapturedPacket.Direction) { self.direction = direction }

    /// - Parameter next: the number of the link's next packet.
    mutating func take(_ bytes: [UInt8], at microseconds: Int64, next: Int) -> [Entry] {
        raw += bytes
        deframer.push(bytes)
        var entries: [Entry] = []
        var number = next
        while let located = deframer.next() {
            entries += take(located, at: microseconds, number: number)
            number += 1
        }
        return entries
    }

    /// Judges the message so far as if it were whole. Bytes of an unfinished frame are left out.
    mutating func end(at microseconds: Int64) -> [Entry] {
        let settled = settleMessage()
        guard !raw.isEmpty else { return settled }
        defer { raw = [] }
        return settled + [.new(record(raw, [], at: microseconds).withheld("unfinished, left out"))]
    }

    private mutating func take(_ located: Located<LinkUnit>, at microseconds: Int64, number: Int) -> [Entry] {
        let bytes = Array(raw.prefix(located.length))
        raw.removeFirst(located.length)
        switch located.unit {
        case .frame(let payload, let isFinal):
            frames.append((number, record(bytes, payload, at: microseconds)))
            waiting += payload.count
            return [.new(nil)] + (isFinal || waiting > Self.maxWaiting ? settleMessage() : [])
        case .badFrame:
            return [.new(record(bytes, [], at: microseconds).withheld(after: 2, "bad frame, left out"))]
        case .noise:
            return [.new(record(bytes, [], at: microseconds).withheld("outside of frames, left out"))]
        case .ack, .nak, .enq, .eot, .unknownControl:
            return [.new(record(bytes, bytes, at: microseconds).packet(keeping: bytes.count))]
        }
    }

    private func record(_ bytes: [UInt8], _ payload: [UInt8], at microseconds: Int64) -> FrameRecord {
        FrameRecord(raw: bytes, payload: payload, microseconds: microseconds, direction: direction)
    }

    /// All frames of the message can be judged now.
    private mutating func settleMessage() -> [Entry] {
        defer {
            frames = []
            waiting = 0
        }
        let message = frames.flatMap(\.record.payload)
        switch Disclosure(messageStart: message) {
        case .prefix(let length): return settle(keeping: length)
        case .masked: return settle(masked: masked(message))
        }
    }

    private func settle(keeping length: Int) -> [Entry] {
        var rest = length
        return frames.map { number, record in
            defer { rest -= min(rest, record.payload.count) }
            return .settled(number: number, record.packet(keeping: rest))
        }
    }

    private func settle(masked message: [UInt8]) -> [Entry] {
        var rest = message[...]
        return frames.map { number, record in
            defer { rest = rest.dropFirst(record.payload.count) }
            return .settled(number: number, record.packet(masked: Array(rest.prefix(record.payload.count))))
        }
    }

    /// The digits of the header are no card number.
    private func masked(_ message: [UInt8]) -> [UInt8] {
        let header = message.prefix(4).last.map { $0 & 1 == 1 ? 14 : 10 } ?? 0
        return message.prefix(header) + Array(message.dropFirst(header)).withTokensHidden.withCardNumbersMasked
    }
}
