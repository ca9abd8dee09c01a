extension RawSpan {
    /// All bytes, exclusively or-ed: what a frame's last byte is of those before it, and 0 of a whole frame. Takes 32
    /// bytes a step while there are as many, then eight. Source: datecs.md 3.2.
    var xor: UInt8 {
        var offset = 0
        var wide = SIMD4<UInt64>()
        while offset <= byteCount - 32 {
            wide ^= unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD4<UInt64>.self)
            offset += 32
        }
        var words = wide[0] ^ wide[1] ^ wide[2] ^ wide[3]
        while offset <= byteCount - 8 {
            words ^= unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
            offset += 8
        }
        var sum: UInt8 = 0
        while offset < byteCount {
            sum ^= unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
            offset += 1
        }
        words ^= words >> 32
        words ^= words >> 16
        words ^= words >> 8
        return sum ^ UInt8(truncatingIfNeeded: words)
    }

    /// Where the next start mark is, at or after `start`; the length where there is none.
    func firstStartMark(from start: Int) -> Int {
        var offset = start
        while offset < byteCount, self[offset] != Frame.startMark { offset += 1 }
        return offset
    }

    /// The byte at an offset.
    subscript(offset: Int) -> UInt8 {
        unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }
}

extension [UInt8] {
    /// Appends bytes in one copy.
    @inline(__always)
    mutating func append(copying bytes: RawSpan) {
        append(addingCapacity: bytes.byteCount) { output in
            output.withUnsafeMutableBufferPointer { target, count in
                bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(target).copyMemory(from: $0) }
                count = bytes.byteCount
            }
        }
    }
}
