public import Wire

/// Finds frames in a byte stream, however it is cut. Source: datecs.md 4, host engine rules 4 and 5.
///
/// Where a start mark begins no frame, the search goes on one byte behind it: noise that looks like a start mark must
/// not swallow the real frame behind it.
public struct Deframer: Hashable, Sendable {
    /// What is looked at: a read as it came, or what has begun in one and as much of the next as it takes.
    private var buffer: [UInt8] = []
    /// The first byte of the buffer that no unit has taken.
    private var start = 0
    /// Bytes of the stream before the buffer.
    private var dropped = 0
    /// A read that comes behind the buffer, and how much of it the buffer has taken already.
    private var read: [UInt8] = []
    private var readStart = 0
    /// Bytes from `start` on that must be there before another look makes sense.
    private var due = 1
    /// What has come is all there will be.
    private var hasEnded = false

    public init() {}

    /// A frame has begun and not ended: the rest is due (`Frame.longestGapSeconds`).
    public var isInsideFrame: Bool { start < buffer.count || readStart < read.count }

    /// Takes bytes as they come. Call `next` until it gives nil.
    public mutating func push(_ bytes: [UInt8]) {
        hasEnded = false
        guard readStart < read.count else {
            (read, readStart) = (bytes, 0)
            return
        }
        read.append(contentsOf: bytes)
    }

    /// The rest of a frame hasn't come in time, or the stream is over: call `next` until it gives nil. What begins no
    /// whole frame is given up, and whole frames behind a false start are found.
    public mutating func endOfStream() {
        hasEnded = true
        due = 1
    }

    /// The next whole unit; nil until more bytes come.
    public mutating func next() -> Located<LinkUnit>? {
        var data: [UInt8] = []
        var located = next(appendingTo: &data)
        if case .frame(let message) = located?.unit {
            located?.unit = .frame(Message(code: message.code, status: message.status, data: data))
        }
        return located
    }

    /// The next whole unit, for callers that have room already: the data of a frame go to the end of `data` and not into
    /// its message, so that no array is made for them.
    public mutating func next(appendingTo data: inout [UInt8]) -> Located<LinkUnit>? {
        while isFilled() {
            let mark = buffer.span.bytes.firstStartMark(from: start)
            if mark > start { return take(mark - start, as: .noise(count: mark - start)) }
            switch FrameScan(buffer.span.bytes, from: start) {
            case .good(let length):
                let message = Message(code: buffer[start + 1], status: buffer[start + 2], data: [])
                data.append(copying: buffer.span.bytes.extracting(start + Frame.headerSize..<start + length - 1))
                return take(length, as: .frame(message))
            case .bad(let fault, let length):
                return takeBadFrame(fault, upTo: length)
            case .incomplete(let due):
                self.due = due
            }
        }
        guard hasEnded, start < buffer.count else { return nil }
        return takeBadFrame(.unfinished, upTo: buffer.count - start)
    }

    /// Whether as many bytes are there as are due. What comes behind a begun frame is copied as far as it is due; where
    /// nothing has begun, a read is looked at as it is.
    private mutating func isFilled() -> Bool {
        if start == buffer.count, readStart < read.count {
            dropped += buffer.count - readStart
            (buffer, start) = (read, readStart)
            (read, readStart) = ([], 0)
        }
        let missing = due - (buffer.count - start)
        guard missing > 0, readStart < read.count else { return missing <= 0 }
        if start > buffer.count / 2 {
            buffer = Array(buffer[start...])
            dropped += start
            start = 0
        }
        let end = min(readStart + missing, read.count)
        buffer.append(contentsOf: read[readStart..<end])
        readStart = end
        return buffer.count - start >= due
    }

    /// Takes the start mark and what follows it to the next one, at most so many bytes.
    private mutating func takeBadFrame(_ fault: FrameFault, upTo length: Int) -> Located<LinkUnit> {
        let next = buffer.span.bytes.firstStartMark(from: start + 1)
        return take(min(next - start, length), as: .badFrame(fault))
    }

    private mutating func take(_ length: Int, as unit: LinkUnit) -> Located<LinkUnit> {
        defer {
            start += length
            due = 1
        }
        return Located(offset: dropped + start, length: length, unit: unit)
    }
}
