public import Ports
import Threads

/// Bytes that are the same for the same seed.
public final class SeededRandom: RandomSource {
    private let generator: Locked<SeededGenerator>

    public init(seed: UInt64) { generator = Locked(SeededGenerator(seed: seed)) }

    public func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 32) } }

    public func next() -> UInt64 { generator.withLock { $0.next() } }
}
