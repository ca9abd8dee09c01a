/// Which item of a list is chosen, by its identity: rows that come and go leave it where it is.
struct Selection<ID: Hashable & Sendable>: Hashable, Sendable {
    private(set) var id: ID?

    init(_ id: ID? = nil) { self.id = id }

    /// The place of the chosen item; the first where it is gone, nil in an empty list.
    func index(in ids: [ID]) -> Int? {
        ids.isEmpty ? nil : id.flatMap(ids.firstIndex) ?? 0
    }

    mutating func move(_ command: ConsoleCommand, in ids: [ID], window: Int) {
        guard let index = index(in: ids) else { return }
        let target: Int
        switch command {
        case .up: target = index - 1
        case .down: target = index + 1
        case .pageUp: target = index - max(1, window - 1)
        case .pageDown: target = index + max(1, window - 1)
        case .top: target = 0
        case .bottom: target = ids.count - 1
        default: return
        }
        id = ids[min(max(0, target), ids.count - 1)]
    }

    mutating func choose(_ id: ID?) { self.id = id }

    /// The rows that are seen: those around the chosen one.
    static func window(around index: Int, of count: Int, height: Int) -> Range<Int> {
        let start = min(max(0, index - height / 2), max(0, count - height))
        return start..<min(count, start + max(0, height))
    }
}
