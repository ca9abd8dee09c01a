/// How far a text of many lines is scrolled in a window of fewer.
struct Scroll: Hashable {
    private(set) var offset = 0

    /// Moves as a command asks.
    /// - Returns: false for a command that moves nothing.
    @discardableResult
    mutating func move(_ command: ConsoleCommand, lines: Int, window: Int) -> Bool {
        let end = max(0, lines - window)
        switch command {
        case .up: offset -= 1
        case .down: offset += 1
        case .pageUp: offset -= max(1, window - 1)
        case .pageDown: offset += max(1, window - 1)
        case .top: offset = 0
        case .bottom: offset = end
        default: return false
        }
        offset = min(max(0, offset), end)
        return true
    }

    /// The lines that are seen.
    func visible(of lines: Int, window: Int) -> Range<Int> {
        let start = min(offset, max(0, lines - window))
        return start..<min(lines, start + max(0, window))
    }
}
