import CBenchLimit
import Heft
import Wire

/// How fast HEFT frames are taken apart and made, next to the least C code that can do it.
enum CodecBench {
    static func run() {
        print("HEFT frames, MB/s of wire bytes, median of \(CodecRace.rounds)")
        for size in [32, 256, 1024] { compare(size, "random") { UInt8(truncatingIfNeeded: $0 >> 24) } }
        for size in [256, 1024] {
            compare(size, "one in 10 a DLE") { ($0 >> 32) % 10 == 0 ? 0x10 : UInt8(truncatingIfNeeded: $0 >> 24) }
        }
    }

    private static func compare(_ size: Int, _ content: String, _ byte: (UInt64) -> UInt8) {
        let bodies = CodecRace.bodies(of: size, byte)
        let wire = bodies.flatMap { FrameEncoder.frames(message: $0, maxFrame: Frame.largestSize)[0] }
        let reads = CodecRace.reads(of: wire)
        CodecRace.report(
            "decode, body \(size), \(content)", wire.count, { decode(reads) }, { decodeInC(wire) },
            frames: bodies.count)
        CodecRace.report(
            "encode, body \(size), \(content)", wire.count, { encode(bodies) }, { encodeInC(bodies) },
            frames: bodies.count)
    }

    private static func decode(_ reads: [[UInt8]]) -> Int {
        var deframer = Deframer()
        var message: [UInt8] = []
        var good = 0
        for read in reads {
            deframer.push(read)
            while let located = deframer.next(appendingTo: &message) {
                guard case .frame = located.unit else { continue }
                good += 1
                message.removeAll(keepingCapacity: true)
            }
        }
        return good
    }

    private static func decodeInC(_ wire: [UInt8]) -> Int {
        var scratch = [UInt8](repeating: 0, count: Frame.largestSize)
        return cbench_heft_decode(wire, wire.count, &scratch)
    }

    private static func encode(_ bodies: [[UInt8]]) -> Int {
        bodies.reduce(0) { $0 + FrameEncoder.frames(message: $1, maxFrame: Frame.largestSize).count }
    }

    private static func encodeInC(_ bodies: [[UInt8]]) -> Int {
        var out = [UInt8](repeating: 0, count: Frame.largestSize)
        return bodies.reduce(0) { $0 + (cbench_heft_encode($1, $1.count, &out) > 0 ? 1 : 0) }
    }
}
