import Captures
import Datecs

/// A unit of a Datecs link as it was on the wire, and what of it may be kept.
struct PinpadRecord {
    var raw: [UInt8]
    var microseconds: Int64
    var direction: CapturedPacket.Direction

    /// A good frame: with its data masked and the checksum made anew, or with the first of them alone.
    func packet(_ message: Message, _ disclosure: PinpadDisclosure) -> CapturedPacket {
        switch disclosure {
        case .masked(let data) where data == message.data: return packet(raw, nil)
        case .masked(let data):
            let frame = FrameEncoder.frame(Message(code: message.code, status: message.status, data: data))
            return packet(frame, "masked, checksum made anew")
        case .prefix(let count):
            let kept = Frame.headerSize + count
            return packet(Array(raw.prefix(kept)), leftOut(Array(raw.dropFirst(kept))))
        }
    }

    /// Nothing of it: what can't be understood may be anything. There is no digest, from which a card number that stands
    /// alone could be guessed.
    func withheld(_ reason: String) -> CapturedPacket { packet([], "\(reason): \(raw.count) bytes") }

    private func packet(_ bytes: [UInt8], _ comment: String?) -> CapturedPacket {
        CapturedPacket(
            microseconds: microseconds, direction: direction, linkType: .datecs, bytes: bytes,
            originalLength: raw.count, comment: comment)
    }
}
