import Captures

/// Turns both directions of a link into packets that may be kept, in the order in which they were on the wire.
protocol WireTrace: Sendable {
    /// Takes bytes as they came or went, and gives the packets that are now settled.
    mutating func take(
        _ bytes: [UInt8], _ direction: CapturedPacket.Direction, at microseconds: Int64
    ) -> [CapturedPacket]

    /// The link has ended: what is unfinished is judged by what there is of it.
    mutating func end(at microseconds: Int64) -> [CapturedPacket]
}
