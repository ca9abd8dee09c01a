public import Wire

/// Finds frames and control pairs in a byte stream, however it is cut. Source: heft.md 2.4, "Receiver algorithm".
///
/// After a frame with a wrong checksum the search goes on inside it: noise that looks like a start mark must not swallow
/// the real frame behind it. A frame found there is delivered in place of the bad one, so the sender gets one answer.
public struct Deframer: Hashable, Sendable {
    private var buffer: [UInt8] = []
    /// The first byte of the buffer that no unit has taken.
    private var start = 0
    /// Bytes of the stream before the buffer.
    private var dropped = 0
    /// The frame that begins at `start`, where one does.
    private var scan: FrameScan?

    public init() {}

    /// A frame has begun and not ended: the rest is due (15 s, heft.md 1).
    public var isInsideFrame: Bool { scan != nil }

    /// Takes bytes as they come. Call `next` until it gives nil.
    public mutating func push(_ bytes: [UInt8]) {
        if start > buffer.count / 2 {
            buffer.removeSubrange(..<start)
            dropped += start
            start = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// The next whole unit; nil until more bytes come.
    public mutating func next() -> Located<LinkUnit>? {
        var payload: [UInt8] = []
        var located = next(appendingTo: &payload)
        if case .frame(_, let isFinal) = located?.unit {
            located?.unit = .frame(payload: payload, isFinal: isFinal)
        }
        return located
    }

    /// The next whole unit, for callers that join frames to messages: the payload of a frame goes to the end of `data`
    /// and not into the unit, so that no array is made for it.
    public mutating func next(appendingTo data: inout [UInt8]) -> Located<LinkUnit>? {
        if scan == nil {
            if let unit = nextBetweenFrames() { return unit }
            guard scan != nil else { return nil }
        }
        return nextInFrame(appendingTo: &data)
    }

    /// Noise or a control pair. Nil where a frame begins, which `scan` then holds, or where bytes are missing.
    private mutating func nextBetweenFrames() -> Located<LinkUnit>? {
        let noise = buffer.span.bytes.firstDLE(from: start) - start
        if noise > 0 { return take(noise, as: .noise(count: noise)) }
        guard start + 1 < buffer.count else { return nil }
        let second = buffer[start + 1]
        switch LinkControl(rawValue: second) {
        case .stx:
            scan = FrameScan()
            return nil
        case .ack: return take(2, as: .ack)
        case .nak: return take(2, as: .nak)
        case .enq: return take(2, as: .enq)
        case .eot: return take(2, as: .eot)
        case .dle: return take(1, as: .noise(count: 1))
        case .etx, .etb, nil: return take(2, as: .unknownControl(second))
        }
    }

    private mutating func nextInFrame(appendingTo data: inout [UInt8]) -> Located<LinkUnit>? {
        guard var frame = scan else { return nil }
        let outcome = frame.advance(over: buffer.span.bytes, from: start)
        scan = nil
        switch outcome {
        case .incomplete:
            scan = frame
            return nil
        case .torn:
            return take(frame.length, as: .noise(count: frame.length))
        case .good(let isFinal):
            frame.appendData(of: buffer.span.bytes, from: start, to: &data)
            return take(frame.length, as: .frame(payload: [], isFinal: isFinal))
        case .bad(let fault):
            return takeBadFrame(length: frame.length, fault)
        }
    }

    private mutating func takeBadFrame(length: Int, _ fault: FrameFault) -> Located<LinkUnit> {
        switch Self.rescue(in: buffer.span.bytes, start + 1..<start + length) {
        case .good(let offset): return take(offset - start, as: .noise(count: offset - start))
        case .begun(let offset): return take(offset - start, as: .badFrame(fault))
        case .none: return take(length, as: .badFrame(fault))
        }
    }

    private mutating func take(_ length: Int, as unit: LinkUnit) -> Located<LinkUnit> {
        defer { start += length }
        return Located(offset: dropped + start, length: length, unit: unit)
    }
}

extension Deframer {
    /// How many start marks are tried inside a bad frame. Real ones hide at most one. *own choice*
    private static let maxRescues = 16

    private enum Rescue {
        case none
        case good(at: Int)
        /// A frame begins in the last bytes and isn't all there yet.
        case begun(at: Int)
    }

    /// Looks for a frame that begins in the bytes of a failed one.
    private static func rescue(in bytes: RawSpan, _ failed: Range<Int>) -> Rescue {
        var tries = 0
        var offset = bytes.firstDLE(from: failed.lowerBound)
        while offset < failed.upperBound, offset + 1 < bytes.byteCount, tries < maxRescues {
            if bytes[offset + 1] == LinkControl.stx.rawValue {
                var frame = FrameScan()
                switch frame.advance(over: bytes, from: offset) {
                case .good: return .good(at: offset)
                case .incomplete: return .begun(at: offset)
                case .torn, .bad: tries += 1
                }
            }
            offset = bytes.firstDLE(from: offset + 1)
        }
        return .none
    }
}
