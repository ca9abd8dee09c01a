/// Breaks `text` into lines of at most `width` cells, made printable. Its own line breaks are kept. Breaks fall at
/// spaces, never at a no-break space; a word that is wider than a line is cut on a cell's edge.
public func wrapped(_ text: String, to width: Int) -> [String] {
    guard width > 0 else { return [] }
    return printableLines(text).flatMap { wrappedLine($0, to: width) }
}

private func wrappedLine(_ line: String, to width: Int) -> [String] {
    var lines: [String] = []
    var current = ""
    var used = 0
    for word in line.split(whereSeparator: isBreak) {
        let wordWidth = cellWidth(of: String(word))
        if used > 0, used + 1 + wordWidth > width {
            lines.append(current)
            (current, used) = ("", 0)
        }
        if used > 0 { (current, used) = (current + " ", used + 1) }
        for glyph in Glyph.glyphs(of: String(word)) {
            if used + glyph.width > width, used > 0 {
                lines.append(current)
                (current, used) = ("", 0)
            }
            current += glyph.text
            used += glyph.width
        }
    }
    return lines + [current]
}

/// A space where a line may break. No-break spaces (U+00A0, U+2007, U+202F) are none.
private func isBreak(_ character: Character) -> Bool {
    switch character {
    case "\u{A0}", "\u{2007}", "\u{202F}": false
    default: character.isWhitespace
    }
}
