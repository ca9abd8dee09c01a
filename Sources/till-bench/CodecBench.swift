import CBenchLimit
import Heft

/// How fast HEFT frames are taken apart and made, next to the least C code that can do it.
enum CodecBench {
    /// Bytes of bodies: they stay in a cache, so that the codec is measured and not the memory.
    private static let total = 4 << 20
    private static let rounds = 9
    private static let shortest = Duration.milliseconds(30)
    /// A reader's buffer holds what one read of a capture gives.
    private static let readSize = 64 << 10

    static func run() {
        print("HEFT frames, MB/s of wire bytes, median of \(rounds)")
        for size in [32, 256, 1024] { compare(size, "random") { UInt8(truncatingIfNeeded: $0 >> 24) } }
        for size in [256, 1024] {
            compare(size, "one in 10 a DLE") { ($0 >> 32) % 10 == 0 ? 0x10 : UInt8(truncatingIfNeeded: $0 >> 24) }
        }
    }

    private static func compare(_ size: Int, _ content: String, _ byte: (UInt64) -> UInt8) {
        let bodies = bodies(of: size, byte)
        let wire = bodies.flatMap { FrameEncoder.frames(message: $0, maxFrame: Frame.largestSize)[0] }
        let reads = stride(from: 0, to: wire.count, by: readSize).map {
            Array(wire[$0..<min($0 + readSize, wire.count)])
        }
        report(
            "decode, body \(size), \(content)", wire.count, { decode(reads) }, { decodeInC(wire) },
            frames: bodies.count)
        report(
            "encode, body \(size), \(content)", wire.count, { encode(bodies) }, { encodeInC(bodies) },
            frames: bodies.count)
    }

    private static func bodies(of size: Int, _ byte: (UInt64) -> UInt8) -> [[UInt8]] {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        return (0..<total / size).map { _ in
            (0..<size).map { _ in
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                return byte(state)
            }
        }
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
        let start = ContinuousClock.now
        var runs = 0
        repeat {
            guard work() == frames else { return 0 }
            runs += 1
        } while ContinuousClock.now - start < shortest
        return Double(bytes * runs) / 1e6 / ((ContinuousClock.now - start) / .seconds(1))
    }
}
