/// What a byte stream falls into. Source: datecs.md 3, 4.
public enum LinkUnit: Hashable, Sendable {
    case frame(Message)
    /// A start mark that no frame follows. The next unit may lie inside what would have been the frame.
    case badFrame(FrameFault)
    /// Bytes before a start mark. Skipped.
    case noise(count: Int)
}

/// Why a start mark begins no frame.
public enum FrameFault: Hashable, Sendable {
    case checksum
    /// The length is above `Frame.largestData`.
    case tooLong
    /// Another start mark follows at once. No code is 3E, and two marks followed by an OK would have a right checksum
    /// as a frame of code 3E. *own choice*
    case falseStart
    /// Its rest hasn't come: see `Deframer.endOfStream`.
    case unfinished
}
