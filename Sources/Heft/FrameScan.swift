/// A frame that has begun, read up to some byte of it. It never stops between the two bytes of a pair, so any split of
/// the stream gives the same end.
struct FrameScan: Hashable, Sendable {
    /// Bytes read, the start mark included.
    private(set) var length = 2
    private var doubled = 0
    private var fault: FrameFault?

    enum Outcome {
        /// The bytes end before the frame does.
        case incomplete
        /// Another frame starts inside, after `length` bytes: this one was cut off.
        case torn
        case good(isFinal: Bool)
        case bad(FrameFault)
    }

    /// Reads on. `length` is the whole frame afterwards, checksum included, unless it is incomplete.
    /// - Parameter start: where the start mark is in the bytes.
    mutating func advance(over bytes: RawSpan, from start: Int) -> Outcome {
        while true {
            let mark = bytes.firstDLE(from: start + length)
            length = mark - start
            if length > Frame.largestSize - 4 { return .bad(.tooLong) }
            guard mark + 1 < bytes.byteCount else { return .incomplete }
            switch LinkControl(rawValue: bytes[mark + 1]) {
            case .dle:
                doubled += 1
            case .stx:
                return .torn
            case .etx:
                return close(over: bytes, from: start, isFinal: true)
            case .etb:
                return close(over: bytes, from: start, isFinal: false)
            case .eot, .enq, .ack, .nak, nil:
                fault = .unpairedDLE
            }
            length += 2
        }
    }

    /// The end mark has been seen: checks the checksum, once it is there. Its two bytes are raw, even if they are `10 03`.
    private mutating func close(over bytes: RawSpan, from start: Int, isFinal: Bool) -> Outcome {
        let end = start + length + 2
        guard end + 2 <= bytes.byteCount else { return .incomplete }
        length += 4
        if let fault { return .bad(fault) }
        let crc = CRC16(of: bytes.extracting(start + 2..<end))
        let isRight = bytes[end] == UInt8(crc.value >> 8) && bytes[end + 1] == UInt8(truncatingIfNeeded: crc.value)
        return isRight ? .good(isFinal: isFinal) : .bad(.checksum)
    }

    /// Appends the data of a good frame, with each doubled DLE made one.
    func appendData(of bytes: RawSpan, from start: Int, to data: inout [UInt8]) {
        data.append(undoubling: bytes.extracting(start + 2..<start + length - 4), doubled: doubled)
    }
}
