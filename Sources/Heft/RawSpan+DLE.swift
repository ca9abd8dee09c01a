extension RawSpan {
    /// Where the next DLE is, at or after `start`; the length where there is none. Looks at eight bytes a step.
    func firstDLE(from start: Int) -> Int {
        var offset = start
        while offset <= byteCount - 8 {
            let marks = dleMarks(in: word(at: offset))
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

extension [UInt8] {
    /// Appends bytes with each of their so many doubled DLEs made one.
    mutating func append(undoubling bytes: RawSpan, doubled: Int) {
        append(upTo: bytes.byteCount) { target in
            if doubled == 0 { bytes.copy(to: target) } else { bytes.undouble(to: target) }
            return bytes.byteCount - doubled
        }
    }

    /// Appends bytes with each of their so many DLEs doubled.
    mutating func append(doubling bytes: RawSpan, doubled: Int) {
        append(upTo: bytes.byteCount + doubled) { target in
            if doubled == 0 { bytes.copy(to: target) } else { bytes.double(to: target) }
            return bytes.byteCount + doubled
        }
    }

    /// - Parameter write: gets room for so many bytes and returns how many it has written from the start on.
    @inline(__always)
    private mutating func append(upTo most: Int, _ write: (UnsafeMutableRawBufferPointer) -> Int) {
        append(addingCapacity: most) { output in
            output.withUnsafeMutableBufferPointer { target, count in
                count = write(UnsafeMutableRawBufferPointer(target))
            }
        }
    }
}

// While eight bytes are left they are copied as one, and what comes behind a DLE among them is written over afterwards.
extension RawSpan {
    /// The target has room for as many bytes.
    fileprivate func undouble(to target: UnsafeMutableRawBufferPointer) {
        var (from, to) = (0, 0)
        while from <= byteCount - 8 {
            let run = copyRun(at: from, to: target, at: to)
            from += run
            to += run
            if target[to - 1] == LinkControl.dle.rawValue { from += 1 }
        }
        while from < byteCount {
            target[to] = self[from]
            from += target[to] == LinkControl.dle.rawValue ? 2 : 1
            to += 1
        }
    }

    /// The target has room for as many bytes and one more for each DLE.
    fileprivate func double(to target: UnsafeMutableRawBufferPointer) {
        var (from, to) = (0, 0)
        while from <= byteCount - 8 {
            let run = copyRun(at: from, to: target, at: to)
            from += run
            to += run
            guard target[to - 1] == LinkControl.dle.rawValue else { continue }
            target[to] = LinkControl.dle.rawValue
            to += 1
        }
        while from < byteCount {
            let count = self[from] == LinkControl.dle.rawValue ? 2 : 1
            for _ in 0..<count {
                target[to] = self[from]
                to += 1
            }
            from += 1
        }
    }

    /// Copies eight bytes a step as long as eight are left. Returns how many there are up to the first DLE, this included.
    @inline(__always)
    private func copyRun(at start: Int, to target: UnsafeMutableRawBufferPointer, at place: Int) -> Int {
        var run = 0
        while start + run <= byteCount - 8 {
            let word = word(at: start + run)
            target.storeBytes(of: word.littleEndian, toByteOffset: place + run, as: UInt64.self)
            let marks = dleMarks(in: word)
            if marks != 0 { return run + marks.trailingZeroBitCount / 8 + 1 }
            run += 8
        }
        return run
    }

    @inline(__always)
    fileprivate func copy(to target: UnsafeMutableRawBufferPointer) {
        withUnsafeBytes { target.copyMemory(from: $0) }
    }

    /// Eight bytes, the first one lowest.
    @inline(__always)
    private func word(at offset: Int) -> UInt64 {
        unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self).littleEndian
    }
}

/// A bit for each DLE among eight bytes. The lowest bit is right, higher ones may be false.
@inline(__always)
private func dleMarks(in word: UInt64) -> UInt64 {
    let zeroed = word ^ 0x1010_1010_1010_1010
    return (zeroed &- 0x0101_0101_0101_0101) & ~zeroed & 0x8080_8080_8080_8080
}
