import CBenchLimit
import Datecs
import Wire

/// How fast Datecs frames are taken apart and made, next to the least C code that can do it: on whole frames, and byte
/// after byte.
enum DatecsBench {
    static func run() {
        print("Datecs frames, MB/s of wire bytes, median of \(CodecRace.rounds)")
        for size in [32, 256, 1024] { compare(size) }
    }

    private static func compare(_ size: Int) {
        let bodies = CodecRace.bodies(of: size) { UInt8(truncatingIfNeeded: $0 >> 24) }
        let messages = bodies.map { Message(code: 0x3D, data: $0) }
        let wire = messages.flatMap { FrameEncoder.frame($0) }
        let reads = CodecRace.reads(of: wire)
        let name = "body \(size)"
        let count = bodies.count
        CodecRace.report(
            "decode, \(name), whole frames", wire.count, { decode(reads) }, { decodeInC(wire) }, frames: count)
        CodecRace.report(
            "decode, \(name), byte by byte", wire.count, { decode(reads) }, { decodeBytesInC(wire) }, frames: count)
        CodecRace.report("encode, \(name)", wire.count, { encode(messages) }, { encodeInC(bodies) }, frames: count)
    }

    private static func decode(_ reads: [[UInt8]]) -> Int {
        var deframer = Deframer()
        var data: [UInt8] = []
        var good = 0
        for read in reads {
            deframer.push(read)
            while let located = deframer.next(appendingTo: &data) {
                guard case .frame = located.unit else { continue }
                good += 1
                data.removeAll(keepingCapacity: true)
            }
        }
        return good
    }

    private static func decodeInC(_ wire: [UInt8]) -> Int {
        var scratch = [UInt8](repeating: 0, count: Frame.largestData)
        return cbench_datecs_decode(wire, wire.count, &scratch)
    }

    private static func decodeBytesInC(_ wire: [UInt8]) -> Int {
        var scratch = [UInt8](repeating: 0, count: Frame.largestData)
        return cbench_datecs_decode_bytes(wire, wire.count, &scratch)
    }

    private static func encode(_ messages: [Message]) -> Int {
        messages.reduce(0) { $0 + (FrameEncoder.frame($1).isEmpty ? 0 : 1) }
    }

    private static func encodeInC(_ bodies: [[UInt8]]) -> Int {
        var out = [UInt8](repeating: 0, count: Frame.largestData + Frame.overhead)
        return bodies.reduce(0) { $0 + (cbench_datecs_encode($1, $1.count, &out) > 0 ? 1 : 0) }
    }
}
