public import Captures

/// Whether a recording holds no more than this module writes down.
public enum TraceCheck {
    /// Of a packet that was cut there is at most a start mark and a message's header.
    private static let longestCut = 16

    /// Records the packets once more: nothing may change by it.
    public static func isRedacted(_ packets: [CapturedPacket]) -> Bool {
        let heft = packets.filter { $0.linkType != .datecs }
        let datecs = packets.filter { $0.linkType == .datecs }
        return isUnchanged(heft, by: LinkTrace()) && isUnchanged(datecs, by: PinpadTrace())
    }

    private static func isUnchanged(_ packets: [CapturedPacket], by trace: any WireTrace) -> Bool {
        var trace = trace
        var recorded: [CapturedPacket] = []
        var whole: [CapturedPacket] = []
        for packet in packets {
            guard packet.originalLength <= packet.bytes.count else {
                guard packet.bytes.count <= longestCut else { return false }
                continue
            }
            guard let direction = packet.direction else { return false }
            whole.append(packet)
            recorded += trace.take(packet.bytes, direction, at: packet.microseconds)
        }
        recorded += trace.end(at: 0)
        return [.inbound, .outbound].allSatisfy { bytes(of: whole, $0) == bytes(of: recorded, $0) }
    }

    private static func bytes(of packets: [CapturedPacket], _ direction: CapturedPacket.Direction) -> [UInt8] {
        packets.filter { $0.direction == direction }.flatMap(\.bytes)
    }
}
