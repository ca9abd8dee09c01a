extension RawSpan {
    /// All bytes, exclusively or-ed: what a frame's last byte is of those before it, and 0 of a whole frame. Takes
    /// sixteen bytes a step. Source: datecs.md 3.2.
    var xor: UInt8 {
        var (words, others): (UInt64, UInt64) = (0, 0)
        var offset = 0
        while offset <= byteCount - 16 {
            words ^= unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
            others ^= unsafeLoadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
            offset += 16
        }
        words ^= others
        words ^= words >> 32
        words ^= words >> 16
        words ^= words >> 8
        var sum = UInt8(truncatingIfNeeded: words)
        while offset < byteCount {
            sum ^= self[offset]
            offset += 1
        }
        return sum
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
