extension FaultPlan {
    /// The longest delay that can be written, in milliseconds. [own choice: longer than any wait of either side]
    private static let longestDelay = 600_000

    /// Reads `cut-in=120,flip-out=7,delay-out=40:1500,lost-answers=1,refused-calls=1`: bytes, and for a delay its
    /// milliseconds. Nil for anything else.
    public init?(_ text: String) {
        self.init()
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false)
            guard sides.count == 2, add(String(sides[0]), String(sides[1])) else { return nil }
        }
    }

    private mutating func add(_ name: String, _ value: String) -> Bool {
        if name == "lost-answers" || name == "refused-calls" {
            guard let count = Self.number(value) else { return false }
            if name == "lost-answers" { lostAnswers = count } else { refusedCalls = count }
            return true
        }
        let words = name.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 2, let direction = Direction(rawValue: words[1]) else { return false }
        if words[0] == "delay" { return addDelay(direction, value) }
        guard let kind = Kind(rawValue: words[0]), let offset = Self.number(value) else { return false }
        faults.append(Fault(kind, direction, after: offset))
        return true
    }

    private mutating func addDelay(_ direction: Direction, _ value: String) -> Bool {
        let sides = value.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard sides.count == 2, let offset = Self.number(sides[0]), let milliseconds = Self.number(sides[1]),
            milliseconds <= Self.longestDelay
        else { return false }
        delays.append(Delay(direction, after: offset, by: .milliseconds(milliseconds)))
        return true
    }

    private static func number(_ text: String) -> Int? { Int(text).flatMap { $0 >= 0 ? $0 : nil } }
}
