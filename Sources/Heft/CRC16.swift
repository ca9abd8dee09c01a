/// CRC-16/XMODEM: polynomial 0x1021, start value 0, most significant bit first, nothing inverted. Source: heft.md 2.2.
public struct CRC16: Hashable, Sendable {
    public private(set) var value: UInt16 = 0

    public init() {}

    /// The checksum of a whole byte string: 0x31C3 for the digits 1 to 9.
    public init(of bytes: [UInt8]) {
        update(bytes.span.bytes)
    }

    /// Takes in more bytes, eight at a step.
    mutating func update(_ bytes: RawSpan) {
        var crc = value
        var offset = 0
        while bytes.byteCount - offset >= 8 {
            let word = bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self).bigEndian
            crc = Self.step(word ^ UInt64(crc) << 48)
            offset += 8
        }
        while offset < bytes.byteCount {
            let byte = bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
            crc = crc << 8 ^ Self.tables[0][Int(UInt8(crc >> 8) ^ byte)]
            offset += 1
        }
        value = crc
    }

    /// Eight bytes at once, the first one on top; the checksum so far is already mixed into the first two.
    private static func step(_ word: UInt64) -> UInt16 {
        func entry(_ byte: Int) -> UInt16 {
            tables[byte][Int(UInt8(truncatingIfNeeded: word >> (UInt64(byte) * 8)))]
        }
        return entry(7) ^ entry(6) ^ entry(5) ^ entry(4) ^ entry(3) ^ entry(2) ^ entry(1) ^ entry(0)
    }

    private typealias Table = InlineArray<256, UInt16>

    /// Table n holds the effect of a byte that n more bytes follow.
    private static let tables: InlineArray<8, Table> = {
        var tables = InlineArray<8, Table>(repeating: Table(repeating: 0))
        for byte in 0..<256 {
            tables[0][byte] = (0..<8).reduce(UInt16(byte) << 8) { crc, _ in crc << 1 ^ (crc & 0x8000 == 0 ? 0 : 0x1021)
            }
        }
        for table in 1..<8 {
            for byte in 0..<256 {
                let shorter = tables[table - 1][byte]
                tables[table][byte] = shorter << 8 ^ tables[0][Int(shorter >> 8)]
            }
        }
        return tables
    }()
}
