import Text

/// The line at the bottom that says which keys work now.
public struct KeyBar: Hashable, Sendable {
    public struct Entry: Hashable, Sendable {
        /// The key's name, which is never cut.
        public var key: String
        public var label: String
        /// False where the state forbids it; it stays in its place, dimmed.
        public var enabled: Bool

        public init(key: String, label: String, enabled: Bool = true) {
            self.key = key
            self.label = label
            self.enabled = enabled
        }
    }

    public var entries: [Entry]

    public init(_ entries: [Entry]) { self.entries = entries }

    /// The entries as they fit into `width` cells: the longest labels give way first, then all of them, and at last
    /// whole entries from the end on.
    public func fitted(to width: Int) -> [Entry] {
        let sizes = entries.map { (key: cellWidth(of: $0.key), label: cellWidth(of: $0.label)) }
        func total(_ limit: Int) -> Int {
            sizes.reduce(Self.gap * max(0, sizes.count - 1)) { sum, size in
                sum + size.key + (min(size.label, limit) == 0 ? 0 : 1 + min(size.label, limit))
            }
        }
        var limit = sizes.map(\.label).max() ?? 0
        while limit > 0, total(limit) > width { limit -= 1 }
        var fitted = entries.map { Entry(key: $0.key, label: clipped($0.label, to: limit), enabled: $0.enabled) }
        while Self.width(of: fitted) > width, !fitted.isEmpty { fitted.removeLast() }
        return fitted
    }

    /// Draws the bar over the whole width of a line.
    public func draw(in canvas: inout Canvas, y: Int) {
        canvas.fill(Rect(x: 0, y: y, width: canvas.width, height: 1), .keybar)
        var x = 1
        for entry in fitted(to: canvas.width - 2) {
            x = canvas.write(entry.key, x: x, y: y, entry.enabled ? .keybarKey : .keybarOff)
            if !entry.label.isEmpty {
                x = canvas.write(" " + entry.label, x: x, y: y, entry.enabled ? .keybar : .keybarOff)
            }
            x += Self.gap
        }
    }

    private static let gap = 2

    private static func width(of entries: [Entry]) -> Int {
        let texts = entries.map { cellWidth(of: $0.key) + ($0.label.isEmpty ? 0 : 1 + cellWidth(of: $0.label)) }
        return texts.reduce(0, +) + gap * max(0, entries.count - 1)
    }
}
