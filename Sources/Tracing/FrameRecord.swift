import Captures
import Crypto
import Heft

/// A good frame as it was on the wire, and what of it may be kept.
struct FrameRecord {
    var raw: [UInt8]
    var payload: [UInt8]
    var microseconds: Int64
    var direction: CapturedPacket.Direction

    /// Start mark in front; end mark and checksum behind.
    private static let start = 2
    private static let end = 4

    /// The packet with the payload masked. The checksum is made anew, so that readers of the trace find it right.
    func packet(masked: [UInt8]) -> CapturedPacket {
        guard masked != payload else { return packet(bytes: raw, comment: nil) }
        let stuffed = masked.flatMap { $0 == LinkControl.dle.rawValue ? LinkControl.dle.bytes : [$0] }
        let mark = raw.suffix(Self.end).prefix(2)
        let crc = CRC16(of: stuffed + mark).value
        let bytes = raw.prefix(Self.start) + stuffed + mark + [UInt8(crc >> 8), UInt8(truncatingIfNeeded: crc)]
        return packet(bytes: Array(bytes), comment: "card number masked, checksum made anew")
    }

    /// The packet with the first `count` bytes of the payload, which hold no DLE: they are a header.
    func packet(keeping count: Int) -> CapturedPacket {
        count >= payload.count ? packet(bytes: raw, comment: nil) : cut(after: Self.start + count)
    }

    /// The packet with the first `count` bytes of the frame, and the digest of the rest.
    private func cut(after count: Int) -> CapturedPacket {
        let rest = Array(raw.dropFirst(count))
        return packet(bytes: Array(raw.prefix(count)), comment: leftOut(rest))
    }

    /// What can't be understood, but for the first `count` bytes, may be anything. There is no digest, from which a card
    /// number that stands alone could be guessed.
    func withheld(after count: Int = 0, _ reason: String) -> CapturedPacket {
        packet(bytes: Array(raw.prefix(count)), comment: "\(reason): \(raw.count - count) bytes")
    }

    private func packet(bytes: [UInt8], comment: String?) -> CapturedPacket {
        CapturedPacket(
            microseconds: microseconds, direction: direction, bytes: bytes, originalLength: raw.count, comment: comment)
    }
}

/// How the rest of a good frame is named that isn't kept: whoever has it can tell that it is the same.
func leftOut(_ rest: [UInt8]) -> String {
    let digits = SHA256.digest(rest).map { byte in
        let digits = String(byte, radix: 16)
        return byte < 0x10 ? "0" + digits : digits
    }
    return "left out: \(rest.count) bytes, SHA-256 \(digits.joined())"
}
