import Payments

/// The reader's own log: what it did, as much as its level says, the newest lines. Source: heft.md 5.5.
struct ReaderLog: Hashable, Sendable {
    /// Older lines are gone. *own choice*
    static let limit = 200

    var level = LogLevel.full
    private(set) var lines: [String] = []

    mutating func note(_ line: String) {
        guard Self.level(of: line).rawValue <= level.rawValue else { return }
        if lines.count == Self.limit { lines.removeFirst() }
        lines.append(line)
    }

    mutating func clear() { lines = [] }

    /// What goes over the wire; nil where nothing was logged.
    var bytes: [UInt8]? { lines.isEmpty ? nil : Array(lines.map { $0 + "\r\n" }.joined().utf8) }

    /// From which level on a line is kept. *own choice*
    private static func level(of line: String) -> LogLevel {
        if line.hasPrefix("link given up") || line.hasPrefix("refused") { return .error }
        if line.hasPrefix("host ") { return .debug }
        return line.hasPrefix("event ") ? .full : .info
    }
}
