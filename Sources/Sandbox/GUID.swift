import Acquirer

/// The gateway's own names: they look like UUIDs of version 1, as the real one's do, but follow from a seed.
/// Source: gateways.md 0.
enum GUID {
    static func next(_ random: inout SplitMix64) -> String {
        var bytes = random.bytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x10
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.flatMap { [digit($0 >> 4), digit($0 & 15)] }
        let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
        return groups.map { String(decoding: digits[$0], as: UTF8.self) }.joined(separator: "-")
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
