/// The characters of a frame.
private struct BorderSet {
    let horizontal, vertical, topLeft, topRight, bottomLeft, bottomRight: String

    static let unicode = BorderSet(
        horizontal: "─", vertical: "│", topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯")
    static let ascii = BorderSet(
        horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+")
}

extension Canvas {
    /// Draws a frame along the inside of `rect`, with a title in its upper edge.
    public mutating func box(_ rect: Rect, title: String = "", _ role: Role = .border, titleRole: Role = .title) {
        guard rect.width >= 2, rect.height >= 2 else { return }
        let border = characters == .ascii ? BorderSet.ascii : .unicode
        let edge = String(repeating: border.horizontal, count: rect.width - 2)
        write(border.topLeft + edge + border.topRight, x: rect.x, y: rect.y, role)
        write(border.bottomLeft + edge + border.bottomRight, x: rect.x, y: rect.bottom - 1, role)
        for y in (rect.y + 1)..<max(rect.y + 1, rect.bottom - 1) {
            write(border.vertical, x: rect.x, y: y, role)
            write(border.vertical, x: rect.right - 1, y: y, role)
        }
        guard !title.isEmpty, rect.width > 6 else { return }
        within(Rect(x: rect.x + 2, y: rect.y, width: rect.width - 4, height: 1)) { canvas in
            canvas.write(" \(title) ", x: 0, y: 0, titleRole)
        }
    }

    /// Draws a line from `x` over `width` cells.
    public mutating func rule(x: Int, y: Int, width: Int, _ role: Role = .border) {
        let border = characters == .ascii ? BorderSet.ascii : .unicode
        write(String(repeating: border.horizontal, count: max(0, width)), x: x, y: y, role)
    }
}
