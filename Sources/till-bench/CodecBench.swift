import CBenchLimit
import Heft

/// How fast HEFT frames are taken apart and made, next to the least C code that can do it.
enum CodecBench {
    private static let total = 64 << 20
    private static let rounds = 9
    /// A reader's buffer holds what one read of a capture gives.
    private static let readSize = 64 << 10

    static func run() {
        print("HEFT frames, MB/s of wire bytes, median of \(rounds)")
        for size in [194, 1024] {
            let bodies = bodies(of: size)
            let wire = bodies.flatMap { FrameEncoder.frames(message: $0, maxFrame: Frame.largestSize)[0] }
            report("decode, body \(size)", wire.count, { decode(wire) }, { decodeInC(wire) }, frames: bodies.count)
            report("encode, body \(size)", wire.count, { encode(bodies) }, { encodeInC(bodies) }, frames: bodies.count)
        }
    }

    /// Random bodies: one byte in 256 is a DLE.
    private static func bodies(of size: Int) -> [[UInt8]] {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        return (0..<total / size).map { _ in
            (0..<size).map { _ in
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                return UInt8(truncatingIfNeeded: state >> 32)
            }
        }
    }

    private static func decode(_ wire: [UInt8]) -> Int {
        var deframer = Deframer()
        var good = 0
        var offset = 0
        while offset < wire.count {
            let end = min(offset + readSize, wire.count)
            deframer.push(Array(wire[offset..<end]))
            offset = end
            while let located = deframer.next() {
                if case .frame = located.unit { good += 1 }
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

    /// Runs both in turn, so that a busy neighbour slows them alike.
    private static func report(_ name: String, _ bytes: Int, _ ours: () -> Int, _ limit: () -> Int, frames: Int) {
        var rates: (ours: [Double], limit: [Double]) = ([], [])
        for _ in 0..<rounds {
            rates.ours.append(rate(bytes, ours, frames: frames))
            rates.limit.append(rate(bytes, limit, frames: frames))
        }
        let (mine, best) = (rates.ours.sorted()[rounds / 2], rates.limit.sorted()[rounds / 2])
        print("\(name): Swift \(Int(mine)), C \(Int(best)), ratio \(Int(mine / best * 100)) %")
    }

    private static func rate(_ bytes: Int, _ work: () -> Int, frames: Int) -> Double {
        let clock = ContinuousClock()
        var good = 0
        let duration = clock.measure { good = work() }
        guard good == frames else { return 0 }
        return Double(bytes) / 1e6 / (duration / .seconds(1))
    }
}
