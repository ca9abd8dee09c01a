/// Where text stands in a field that is wider than it.
public enum Alignment: Sendable {
    case leading, centre, trailing
}

/// The longest beginning of `text` that fits into `width` cells, made printable; never half a wide character. Where
/// something had to go and there is room for it, `ellipsis` says so.
public func clipped(_ text: String, to width: Int, ellipsis: String = "…") -> String {
    let text = printable(text)
    guard cellWidth(of: text) > width else { return text }
    let mark = cellWidth(of: ellipsis) < width ? ellipsis : ""
    let room = width - cellWidth(of: mark)
    var used = 0
    var kept = ""
    for glyph in Glyph.glyphs(of: text) {
        guard used + glyph.width <= room else { break }
        used += glyph.width
        kept += glyph.text
    }
    return kept + mark
}

/// `text` in exactly `width` cells: clipped where it is too long, filled with spaces where it is too short.
public func padded(_ text: String, to width: Int, _ alignment: Alignment = .leading, ellipsis: String = "…") -> String {
    let text = clipped(text, to: width, ellipsis: ellipsis)
    let missing = max(0, width - cellWidth(of: text))
    let before =
        switch alignment {
        case .leading: 0
        case .centre: missing / 2
        case .trailing: missing
        }
    return String(repeating: " ", count: before) + text + String(repeating: " ", count: missing - before)
}
