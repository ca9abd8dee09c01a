/// One text of the pinpad's conversation on the wire: two bytes of length, most significant first, and ASCII. *own
/// choice*
public enum TerminalFrame {
    /// Bytes of text. The first byte of a frame is therefore at most 04, which no HTTP request begins with.
    public static let longestText = 1024

    /// A text that is too long is cut.
    public static func bytes(_ text: String) -> [UInt8] {
        let text = Array(text.utf8.prefix(longestText))
        return [UInt8(text.count >> 8), UInt8(text.count & 0xFF)] + text
    }
}

/// Takes texts out of a stream of bytes.
public struct TerminalFrameReader: Hashable, Sendable {
    private var received: [UInt8] = []

    public init() {}

    public enum Progress: Hashable, Sendable {
        case unfinished
        case text(String)
        /// A length that no frame has: nothing behind it can be found.
        case broken
    }

    /// A first byte that may begin a frame.
    public static func begins(with byte: UInt8) -> Bool { Int(byte) <= TerminalFrame.longestText >> 8 }

    public mutating func push(_ bytes: [UInt8]) { received += bytes }

    /// The next whole text.
    public mutating func next() -> Progress {
        guard received.count >= 2 else { return .unfinished }
        let length = Int(received[0]) << 8 | Int(received[1])
        guard (1...TerminalFrame.longestText).contains(length) else { return .broken }
        guard received.count >= length + 2 else { return .unfinished }
        let text = String(decoding: received[2..<length + 2], as: UTF8.self)
        received.removeFirst(length + 2)
        return .text(text)
    }
}
