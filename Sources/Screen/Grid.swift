import Text

/// A screen as a value: cells, and where the hardware cursor stands.
public struct Grid: Hashable, Sendable {
    public let size: Size
    /// Row by row.
    private var cells: [Cell]
    /// Where the focused item is, for screen readers and magnifiers; nil hides the cursor.
    public var cursor: Point?

    /// Everything above this is too large to be a terminal. [own choice]
    public static let limit = Size(width: 1000, height: 500)

    public init(_ size: Size) {
        self.size = Size(
            width: min(max(0, size.width), Self.limit.width), height: min(max(0, size.height), Self.limit.height))
        cells = Array(repeating: .blank(.text), count: self.size.width * self.size.height)
    }

    /// The cell at a place; a blank one outside the grid.
    public subscript(x: Int, y: Int) -> Cell {
        contains(x, y) ? cells[y * size.width + x] : .blank(.text)
    }

    /// The cells of one row; empty outside the grid.
    public func row(_ y: Int) -> ArraySlice<Cell> {
        (0..<size.height).contains(y) ? cells[(y * size.width)..<((y + 1) * size.width)] : []
    }

    /// One row as text, without the spaces at its end.
    public func line(_ y: Int) -> String {
        var line = row(y).reduce(into: "") { $0 += $1.text }
        while line.last == " " { line.removeLast() }
        return line
    }

    /// Puts a glyph down. A wide character that loses one half becomes blank; one that would stand out at the right
    /// edge is left out. Outside the grid nothing happens.
    mutating func put(_ glyph: Glyph, _ role: Role, x: Int, y: Int) {
        guard contains(x, y), x + glyph.width <= size.width else { return }
        for column in x..<(x + glyph.width) { clearHalves(at: y * size.width + column) }
        cells[y * size.width + x] = Cell(glyph, role)
        if glyph.width == 2 { cells[y * size.width + x + 1] = .rightHalf(role) }
    }

    /// Blanks the other half of a wide character of which this index is one half.
    private mutating func clearHalves(at index: Int) {
        if cells[index].width == 0 { cells[index - 1] = .blank(cells[index - 1].role) }
        if cells[index].width == 2 { cells[index + 1] = .blank(cells[index + 1].role) }
    }

    private func contains(_ x: Int, _ y: Int) -> Bool {
        (0..<size.width).contains(x) && (0..<size.height).contains(y)
    }
}
