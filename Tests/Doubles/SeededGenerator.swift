import Acquirer

/// Random values that a seed repeats.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var numbers: SplitMix64

    public init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

    public mutating func next() -> UInt64 { numbers.next() }

    /// Random bytes, in which `favourite` turns up one time in four.
    public mutating func bytes(_ count: Int, favourite: UInt8 = 0x10) -> [UInt8] {
        (0..<count).map { _ in
            UInt8.random(in: 0..<4, using: &self) == 0 ? favourite : UInt8.random(in: 0...255, using: &self)
        }
    }

    /// Random bytes, at most `most`.
    public mutating func bytes(upTo most: Int) -> [UInt8] {
        bytes(Int.random(in: 0...most, using: &self))
    }

    public mutating func ascii(upTo most: Int) -> String {
        let count = Int.random(in: 0...most, using: &self)
        return String(decoding: (0..<count).map { _ in UInt8.random(in: 0x21...0x7E, using: &self) }, as: UTF8.self)
    }

    public mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number {
        Number.random(in: Number.min...Number.max, using: &self)
    }

    public mutating func maybe<Value>(_ value: (inout SeededGenerator) -> Value) -> Value? {
        Bool.random(using: &self) ? value(&self) : nil
    }
}
