/// What the bytes from a start mark on are. It looks at them anew each time, at all of them only once they are there.
enum FrameScan {
    /// No answer before so many bytes, the start mark included, are there.
    case incomplete(due: Int)
    /// A frame of so many bytes, checksum included.
    case good(length: Int)
    /// No frame. The search goes on one byte behind the start mark; `length` is where it needn't go further.
    case bad(FrameFault, length: Int)

    @inline(__always)
    init(_ bytes: RawSpan, from start: Int) {
        let available = bytes.byteCount - start
        guard available >= 2 else {
            self = .incomplete(due: 2)
            return
        }
        guard bytes[start + 1] != Frame.startMark else {
            self = .bad(.falseStart, length: 1)
            return
        }
        guard available >= Frame.headerSize else {
            self = .incomplete(due: Frame.headerSize)
            return
        }
        let count = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
        guard count <= Frame.largestData else {
            self = .bad(.tooLong, length: Frame.headerSize)
            return
        }
        self.init(bytes.extracting(droppingFirst: start), length: count + Frame.overhead)
    }

    @inline(__always)
    private init(_ bytes: RawSpan, length: Int) {
        guard bytes.byteCount >= length else {
            self = .incomplete(due: length)
            return
        }
        self = bytes.extracting(first: length).xor == 0 ? .good(length: length) : .bad(.checksum, length: length)
    }
}
