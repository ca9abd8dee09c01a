extension RawSpan {
    /// Where the next DLE is, at or after `start`; the length where there is none. Looks at 32 bytes a step.
    func firstDLE(from start: Int) -> Int {
        var offset = start
        while byteCount - offset >= 32 {
            let marks = (marks(at: offset) | marks(at: offset + 8)) | (marks(at: offset + 16) | marks(at: offset + 24))
            if marks != 0 { break }
            offset += 32
        }
        while byteCount - offset >= 8 {
            let marks = marks(at: offset)
            if marks != 0 { return offset + marks.trailingZeroBitCount / 8 }
            offset += 8
        }
        while offset < byteCount, self[offset] != LinkControl.dle.rawValue { offset += 1 }
        return offset
    }

    /// A bit for each DLE among the eight bytes from `offset` on. The lowest bit is right, higher ones may be false.
    @inline(__always)
    private func marks(at offset: Int) -> UInt64 {
        let word = unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self).littleEndian
        return zeroBytes(word ^ 0x1010_1010_1010_1010)
    }

    /// The bytes of a range in which each of so many doubled DLE is made one.
    func undoubled(_ range: Range<Int>, doubled: Int) -> [UInt8] {
        let source = extracting(range)
        return [UInt8](unsafeUninitializedCapacity: source.byteCount - doubled) { target, count in
            source.withUnsafeBytes { bytes in
                var offset = 0
                while offset < bytes.count {
                    let end = min(source.firstDLE(from: offset) + 1, bytes.count)
                    let run = UnsafeRawBufferPointer(rebasing: bytes[offset..<end])
                    UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(target)[count...])
                        .copyMemory(from: run)
                    count += run.count
                    offset = end + 1
                }
            }
        }
    }

    /// The byte at an offset.
    subscript(offset: Int) -> UInt8 {
        unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }
}

/// The lowest set bit is the top bit of the lowest byte that is zero; 0 where none is.
@inline(__always)
private func zeroBytes(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
}
