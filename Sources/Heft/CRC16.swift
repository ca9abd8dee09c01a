/// CRC-16/XMODEM: polynomial 0x1021, start value 0, most significant bit first, nothing inverted. Source: heft.md 2.2.
public struct CRC16: Hashable, Sendable {
    public let value: UInt16

    /// The checksum of a whole byte string: 0x31C3 for the digits 1 to 9.
    public init(of bytes: [UInt8]) {
        self.init(of: bytes.span.bytes)
    }

    /// The bits of the bytes are the coefficients of a polynomial, and the checksum is what remains of it modulo
    /// P = x¹⁶ + x¹² + x⁵ + 1. Over single bits the mixed terms of a square cancel out, so P¹⁶ = x²⁵⁶ + x¹⁹² + x⁸⁰ + 1,
    /// as short as P: eight bytes can be taken off the front where they are added 64, 176 and 256 bits further back.
    /// That goes on until 32 bytes are left for the tables. Zeros in front change nothing.
    init(of bytes: RawSpan) {
        var offset = bytes.byteCount % 8
        var (first, second, third, fourth) = (UInt64(0), UInt64(0), UInt64(0), bytes.number(ofFirst: offset))
        while offset < bytes.byteCount {
            let top = first
            first = second ^ top
            second = third ^ top >> 48
            third = fourth ^ top << 16
            fourth = bytes.bigEndianWord(at: offset) ^ top
            offset += 8
        }
        let tables = Self.tables.span
        let upper = tables.effect(of: second, before: 0) ^ tables.effect(of: first, before: 8)
        value = tables.effect(of: fourth, before: 0) ^ tables.effect(of: third ^ UInt64(upper) << 48, before: 8)
    }

    /// Sixteen tables, one after the other. Table n holds the effect of a byte that n more bytes follow.
    private static let tables: [UInt16] = {
        var tables = (0..<256).map { byte in
            (0..<8).reduce(UInt16(byte) << 8) { crc, _ in crc << 1 ^ (crc & 0x8000 == 0 ? 0 : 0x1021) }
        }
        for entry in 256..<16 * 256 {
            let shorter = tables[entry - 256]
            tables.append(shorter << 8 ^ tables[Int(shorter >> 8)])
        }
        return tables
    }()
}

extension RawSpan {
    /// The first bytes, fewer than eight, as a big-endian number.
    @inline(__always)
    fileprivate func number(ofFirst count: Int) -> UInt64 {
        guard byteCount < 8 else { return bigEndianWord(at: 0) >> ((8 - count) * 8) }
        var number: UInt64 = 0
        for offset in 0..<count { number = number << 8 | UInt64(self[offset]) }
        return number
    }

    @inline(__always)
    fileprivate func bigEndianWord(at offset: Int) -> UInt64 {
        unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self).bigEndian
    }
}

extension Span<UInt16> {
    /// What eight bytes, the first one on top, do to the checksum when `count` more follow. The top two come last: they
    /// hold the checksum so far, and the rest needn't wait for it.
    @inline(__always)
    fileprivate func effect(of word: UInt64, before count: Int) -> UInt16 {
        func byte(_ index: Int) -> UInt16 {
            entry(count + index, UInt8(truncatingIfNeeded: word >> UInt64(index * 8)))
        }
        let lower = byte(0) ^ byte(1) ^ byte(2) ^ byte(3) ^ byte(4) ^ byte(5)
        return lower ^ (byte(6) ^ byte(7))
    }

    /// Sixteen tables of 256 are always there, so the index can't leave them.
    @inline(__always)
    fileprivate func entry(_ table: Int, _ byte: UInt8) -> UInt16 {
        self[unchecked: table << 8 | Int(byte)]
    }
}
