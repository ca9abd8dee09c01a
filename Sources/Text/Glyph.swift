/// What one cell of a terminal shows, or two: a spacing character with the marks that combine with it. It never holds
/// a control, a format character or more than `markLimit` marks.
public struct Glyph: Hashable, Sendable {
    /// As many marks as a terminal library keeps with a character. Source: CCHARW_MAX of ncurses, less the character.
    public static let markLimit = 4

    public static let space = Glyph(text: " ", width: 1)
    /// Stands in for what can't be shown.
    public static let replacement = Glyph(text: "\u{FFFD}", width: 1)

    public let text: String
    /// One or two cells.
    public let width: Int

    private init(text: String, width: Int) {
        self.text = text
        self.width = width
    }

    /// Takes a text apart after making it printable. Marks with nothing to combine with are left out.
    public static func glyphs(of text: String) -> [Glyph] {
        var glyphs: [Glyph] = []
        var marks = 0
        for scalar in printable(text).unicodeScalars {
            let width = cellWidth(of: scalar)
            if width > 0 {
                glyphs.append(Glyph(text: String(scalar), width: width))
                marks = 0
            } else if let base = glyphs.last, marks < markLimit {
                var joined = base.text.unicodeScalars
                joined.append(scalar)
                glyphs[glyphs.count - 1] = Glyph(text: String(joined), width: base.width)
                marks += 1
            }
        }
        return glyphs
    }
}
