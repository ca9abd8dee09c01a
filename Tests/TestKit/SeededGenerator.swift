/// Random numbers that a seed repeats (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

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
