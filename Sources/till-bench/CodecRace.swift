/// Runs a codec against the least C code that does its work.
enum CodecRace {
    /// Bytes of bodies: they stay in a cache, so that the codec is measured and not the memory.
    private static let total = 4 << 20
    static let rounds = 9
    private static let shortest = Duration.milliseconds(30)
    /// A reader's buffer holds what one read of a capture gives.
    private static let readSize = 64 << 10

    static func bodies(of size: Int, _ byte: (UInt64) -> UInt8) -> [[UInt8]] {
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

    static func reads(of wire: [UInt8]) -> [[UInt8]] {
        stride(from: 0, to: wire.count, by: readSize).map { Array(wire[$0..<min($0 + readSize, wire.count)]) }
    }

    /// Runs both in turn, so that a busy neighbour slows them alike.
    static func report(_ name: String, _ bytes: Int, _ ours: () -> Int, _ limit: () -> Int, frames: Int) {
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
