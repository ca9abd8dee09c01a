/// CRC-16/XMODEM: polynomial 0x1021, start value 0, most significant bit first, nothing inverted. Source: heft.md 2.2.
public struct CRC16: Hashable, Sendable {
    public private(set) var value: UInt16 = 0

    public init() {}

    /// The checksum of a whole byte string: 0x31C3 for the digits 1 to 9.
    public init(of bytes: [UInt8]) {
        update(bytes.span.bytes)
    }

    /// Takes in more bytes, sixteen at a step.
    mutating func update(_ bytes: RawSpan) {
        let tables = Self.tables.span
        var crc = value
        var offset = 0
        while bytes.byteCount - offset >= 16 {
            let first = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self).bigEndian
            let second = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset + 8, as: UInt64.self).bigEndian
            crc = tables.effect(of: second, before: 0) ^ tables.effect(of: first ^ UInt64(crc) << 48, before: 8)
            offset += 16
        }
        while offset < bytes.byteCount {
            crc = crc << 8 ^ tables.entry(0, UInt8(crc >> 8) ^ bytes[offset])
            offset += 1
        }
        value = crc
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
