import Heft
import Inspector
import Wire

/// What the fuzzers call with any bytes, and the tests with the bytes that the fuzzers kept. Each gives nil, or what
/// doesn't hold.
public enum FuzzEntries {
    public typealias Entry = @Sendable ([UInt8]) -> String?

    /// By the name of their folder in the corpus.
    public static let all: [String: Entry] = [
        "fuzz-deframer": { deframer($0) },
        "fuzz-packets": { packets($0) },
        "fuzz-datecs-deframer": { datecsDeframer($0) },
        "fuzz-datecs-packets": { datecsPackets($0) },
        "fuzz-vault": { vault($0) },
        "fuzz-vault-bytes": { vaultBytes($0) },
    ]

    /// The first byte says how long the reads are; the rest is the stream.
    public static func deframer(_ bytes: [UInt8]) -> String? {
        guard let first = bytes.first else { return nil }
        let stream = bytes.dropFirst()
        var deframer = Deframer()
        var receiver = LinkReceiver()
        var end = 0
        var rest = stream
        while !rest.isEmpty {
            let read = Array(rest.prefix(Int(first) + 1))
            rest = rest.dropFirst(read.count)
            deframer.push(read)
            _ = receiver.receive(read)
            while let located = deframer.next() {
                guard located.offset == end, located.length > 0 else { return "a gap at \(end)" }
                end += located.length
                if let complaint = complaint(about: located.unit) { return complaint }
            }
        }
        guard end <= stream.count else { return "more units than bytes" }
        return HeftDecoder.decode(Array(stream)).isEmpty == stream.isEmpty ? nil : "nothing decoded"
    }

    private static func complaint(about unit: LinkUnit) -> String? {
        guard case .frame(let payload, true) = unit else { return nil }
        let frames = FrameEncoder.frames(message: payload, maxFrame: Frame.largestSize)
        var deframer = Deframer()
        deframer.push(frames[0])
        return deframer.next()?.unit == unit ? nil : "a frame that doesn't come back"
    }

    /// The bytes are a message between the frames.
    public static func packets(_ bytes: [UInt8]) -> String? {
        guard let message = try? Message(bytes: bytes), let packet = try? Packet(message) else { return nil }
        guard let again = try? Packet(packet.message), again == packet else { return "a packet that doesn't come back" }
        guard (try? Message(bytes: packet.message.bytes)) == packet.message else { return "a message that doesn't" }
        return (try? DecodedMessage(message)) == nil ? "a packet that can't be shown" : nil
    }
}
