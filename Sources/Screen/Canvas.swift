public import Text

/// What a view draws on: a part of a grid with its own origin. Everything outside the part is clipped.
public struct Canvas {
    /// What may stand in a cell besides ASCII.
    public enum Characters: Sendable {
        case unicode, ascii
    }

    public private(set) var grid: Grid
    public let characters: Characters
    /// The part in cells of the grid, and what of it may be drawn on.
    private var frame: Rect
    private var clip: Rect

    public init(_ size: Size, characters: Characters = .unicode) {
        grid = Grid(size)
        self.characters = characters
        frame = Rect(grid.size)
        clip = frame
    }

    public var width: Int { frame.width }
    public var height: Int { frame.height }
    /// The whole part in its own coordinates.
    public var bounds: Rect { Rect(x: 0, y: 0, width: width, height: height) }

    /// Lets `draw` fill a part of this canvas whose top left corner is its origin.
    public mutating func within(_ rect: Rect, _ draw: (inout Canvas) -> Void) {
        let outer = (frame, clip)
        frame = rect.moved(x: frame.x, y: frame.y)
        clip = clip.intersection(frame)
        draw(&self)
        (frame, clip) = outer
    }

    /// Writes one line of text from `x` on, made printable.
    /// - Returns: the column after the text, clipped or not.
    @discardableResult
    public mutating func write(_ text: String, x: Int, y: Int, _ role: Role = .text) -> Int {
        let text = shown(text)
        guard (clip.y..<clip.bottom).contains(frame.y + y) else { return x + cellWidth(of: text) }
        var x = x
        for glyph in Glyph.glyphs(of: text) {
            put(glyph, x: x, y: y, role)
            x += glyph.width
        }
        return x
    }

    /// Writes one line into a field of `width` cells and fills the rest of the field.
    public mutating func write(
        _ text: String, x: Int, y: Int, width: Int, _ alignment: Alignment = .leading, _ role: Role = .text
    ) {
        write(padded(shown(text), to: width, alignment, ellipsis: shown("…")), x: x, y: y, role)
    }

    /// Writes text that may take several lines, broken between words.
    /// - Returns: how many lines it took, at most `rect.height`; what is left over is not shown.
    @discardableResult
    public mutating func write(wrapped text: String, in rect: Rect, _ role: Role = .text) -> Int {
        let lines = wrapped(shown(text), to: rect.width).prefix(rect.height)
        for (index, line) in lines.enumerated() { write(line, x: rect.x, y: rect.y + index, role) }
        return lines.count
    }

    public mutating func fill(_ rect: Rect, _ role: Role) {
        let visible = rect.moved(x: frame.x, y: frame.y).intersection(clip)
        for y in visible.y..<visible.bottom {
            for x in visible.x..<visible.right { grid.put(.space, role, x: x, y: y) }
        }
    }

    /// Puts the hardware cursor on a place; outside the canvas it is hidden.
    public mutating func placeCursor(x: Int, y: Int) {
        let point = Point(x: frame.x + x, y: frame.y + y)
        grid.cursor = clip.contains(point) ? point : nil
    }

    /// The text as this canvas can show it.
    func shown(_ text: String) -> String {
        characters == .ascii ? asciified(text) : text
    }

    /// Puts one glyph down where it fits whole.
    mutating func put(_ glyph: Glyph, x: Int, y: Int, _ role: Role) {
        let place = Rect(x: frame.x + x, y: frame.y + y, width: glyph.width, height: 1)
        guard place.intersection(clip) == place else { return }
        grid.put(glyph, role, x: place.x, y: place.y)
    }
}
