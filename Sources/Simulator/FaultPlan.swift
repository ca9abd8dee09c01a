/// What goes wrong on a link, and where: each fault happens once, at a byte counted from the first one that ever passed
/// in that direction, reopened links included.
public struct FaultPlan: Hashable, Sendable {
    public enum Direction: String, Hashable, Sendable, CaseIterable {
        /// From the host to the reader.
        case toReader = "in"
        /// From the reader to the host.
        case toHost = "out"
    }

    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The link breaks after so many bytes; the rest of them is lost.
        case cut
        /// One bit of the byte is turned over.
        case flip
        /// The byte is missing.
        case drop
        /// The byte comes twice.
        case double
    }

    public struct Fault: Hashable, Sendable {
        public var kind: Kind
        public var direction: Direction
        /// How many bytes pass unharmed before it.
        public var offset: Int

        public init(_ kind: Kind, _ direction: Direction, after offset: Int) {
            self.kind = kind
            self.direction = direction
            self.offset = offset
        }
    }

    /// A byte, and all behind it, that arrive late.
    public struct Delay: Hashable, Sendable {
        public var direction: Direction
        /// How many bytes pass in time before it.
        public var offset: Int
        public var duration: Duration

        public init(_ direction: Direction, after offset: Int, by duration: Duration) {
            self.direction = direction
            self.offset = offset
            self.duration = duration
        }
    }

    public var faults: [Fault]
    public var delays: [Delay]
    /// The acquirer decides, but this many first answers don't arrive.
    public var lostAnswers: Int
    /// So many first connections to the acquirer fail.
    public var refusedCalls: Int
    private var passed: [Direction: Int] = [:]

    public init(_ faults: [Fault] = [], delays: [Delay] = [], lostAnswers: Int = 0, refusedCalls: Int = 0) {
        self.faults = faults
        self.delays = delays
        self.lostAnswers = lostAnswers
        self.refusedCalls = refusedCalls
    }

    public static let none = FaultPlan()

    /// Lets bytes through, with what happens to them.
    /// - Returns: what arrives, and whether the link breaks then.
    public mutating func pass(_ bytes: [UInt8], _ direction: Direction) -> (arriving: [UInt8], isCut: Bool) {
        let start = passed[direction, default: 0]
        if let cut = take(.cut, direction, in: start..<start + bytes.count + 1) {
            let arriving = pass(Array(bytes.prefix(cut - start)), direction).arriving
            return (arriving, true)
        }
        passed[direction] = start + bytes.count
        let isHarmed = faults.contains {
            $0.direction == direction && (start..<start + bytes.count).contains($0.offset)
        }
        guard isHarmed else { return (bytes, false) }
        var arriving: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let here = start + index..<start + index + 1
            if take(.drop, direction, in: here) != nil { continue }
            arriving.append(take(.flip, direction, in: here) == nil ? byte : byte ^ 1)
            if take(.double, direction, in: here) != nil { arriving.append(byte) }
        }
        return (arriving, false)
    }

    /// A delay among the next `count` bytes, which happens only this once.
    /// - Returns: how many of them pass before it.
    mutating func takeDelay(_ direction: Direction, within count: Int) -> (distance: Int, duration: Duration)? {
        let start = passed[direction, default: 0]
        let candidates = delays.indices.filter {
            delays[$0].direction == direction && (start..<start + count).contains(delays[$0].offset)
        }
        guard let first = candidates.min(by: { delays[$0].offset < delays[$1].offset }) else { return nil }
        let delay = delays.remove(at: first)
        return (delay.offset - start, delay.duration)
    }

    /// - Returns: whether the acquirer's answer is lost this time.
    public mutating func losesAnswer() -> Bool {
        guard lostAnswers > 0 else { return false }
        lostAnswers -= 1
        return true
    }

    /// - Returns: whether this connection to the acquirer fails.
    mutating func refusesCall() -> Bool {
        guard refusedCalls > 0 else { return false }
        refusedCalls -= 1
        return true
    }

    /// The first fault of its kind in the range, which happens only this once.
    private mutating func take(_ kind: Kind, _ direction: Direction, in range: Range<Int>) -> Int? {
        let candidates = faults.indices.filter {
            faults[$0].kind == kind && faults[$0].direction == direction && range.contains(faults[$0].offset)
        }
        guard let first = candidates.min(by: { faults[$0].offset < faults[$1].offset }) else { return nil }
        return faults.remove(at: first).offset
    }
}
