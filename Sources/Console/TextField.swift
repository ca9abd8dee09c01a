import Text

/// A line of text that is typed or pasted at its end.
struct TextField: Hashable {
    private(set) var text = ""
    let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Takes what can be shown of `more`, as far as it fits. Line breaks are spaces.
    mutating func append(_ more: String) {
        text = String((text + printable(more)).prefix(limit))
    }

    mutating func deleteLast() { _ = text.popLast() }

    mutating func clear() { text = "" }
}
