import Captures

/// A link on which it is found out first which protocol the reader speaks: that begins with a question in Datecs, and a
/// HEFT frame of the till's says that nobody answered it.
struct UndecidedTrace: WireTrace {
    private var trace: any WireTrace = PinpadTrace()
    private var isDecided = false

    /// What every HEFT frame begins with.
    private static let heftStart: [UInt8] = [0x10, 0x02]

    mutating func take(
        _ bytes: [UInt8], _ direction: CapturedPacket.Direction, at microseconds: Int64
    ) -> [CapturedPacket] {
        guard !isDecided, direction == .outbound, bytes.starts(with: Self.heftStart) else {
            return trace.take(bytes, direction, at: microseconds)
        }
        isDecided = true
        let rest = trace.end(at: microseconds)
        trace = LinkTrace()
        return rest + trace.take(bytes, direction, at: microseconds)
    }

    mutating func end(at microseconds: Int64) -> [CapturedPacket] { trace.end(at: microseconds) }
}
