import Time

/// What the signal handler wrote, line by line.
struct CrashReport {
    private let lines: [Substring]

    init(raw: String) { lines = raw.split(separator: "\n") }

    /// Version and build of the program that crashed.
    var program: String { lines.first.map(String.init) ?? "" }

    /// The report with names where `name` knows one.
    /// - Parameter name: the function at an offset from the program's start.
    func text(name: (UInt64) -> String?) -> String {
        lines.map { Self.line($0, name) + "\n" }.joined()
    }

    private static func line(_ line: Substring, _ name: (UInt64) -> String?) -> String {
        let words = line.split(separator: " ")
        if words.first == "seconds:", words.count == 2, let seconds = Int64(words[1]), seconds < 1 << 40 {
            return "time: \(WallTime(milliseconds: seconds * 1000).rfc3339)"
        }
        guard words.first == "frame:", words.count == 3, !words[2].contains(".so"),
            let offset = UInt64(words[1].dropFirst(2), radix: 16), let function = name(offset)
        else { return String(line) }
        return "\(line) \(function)"
    }
}
