import Screen
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

    /// Edits it at its end.
    mutating func take(_ key: Key) {
        switch key {
        case .character(let character): append(String(character))
        case .paste(let text): append(text)
        case .backspace: deleteLast()
        case .delete, .control("u"): clear()
        default: break
        }
    }
}
