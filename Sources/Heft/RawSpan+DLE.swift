extension RawSpan {
    /// Where the next DLE is, at or after `start`; the length where there is none. Looks at eight bytes a step.
    func firstDLE(from start: Int) -> Int {
        var offset = start
        while byteCount - offset >= 8 {
            let word = unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self).littleEndian
            let marks = zeroBytes(word ^ 0x1010_1010_1010_1010)
            if marks != 0 { return offset + marks.trailingZeroBitCount / 8 }
            offset += 8
        }
        while offset < byteCount, self[offset] != LinkControl.dle.rawValue { offset += 1 }
        return offset
    }

    /// The byte at an offset.
    subscript(offset: Int) -> UInt8 {
        unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }
}

/// The lowest set bit is the top bit of the lowest byte that is zero; 0 where none is.
private func zeroBytes(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
}
