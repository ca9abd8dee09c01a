import CVterm

extension VirtualTerminal {
    /// One cell as the terminal shows it.
    public struct ShownCell: Hashable, Sendable {
        public var text: String
        public var width: Int
        public var bold: Bool
        public var underline: Bool
        public var reverse: Bool
        /// -1 the terminal's own, 0 to 255 of the palette, 0x1000000 plus 0xRRGGBB.
        public var foreground: Int
        public var background: Int
    }

    public func cell(row: Int, column: Int) -> ShownCell {
        var cell = VTermScreenCell()
        vterm_screen_get_cell(screen, VTermPos(row: Int32(row), col: Int32(column)), &cell)
        let text = withUnsafeBytes(of: cell.chars) { characters in
            characters.bindMemory(to: UInt32.self).prefix { $0 != 0 }.compactMap(Unicode.Scalar.init)
        }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: text)
        return ShownCell(
            text: String(view), width: Int(cell.width), bold: cell.attrs.bold != 0,
            underline: cell.attrs.underline != 0, reverse: cell.attrs.reverse != 0,
            foreground: Int(cvterm_color(&cell.fg, 0)), background: Int(cvterm_color(&cell.bg, 1)))
    }

    /// One row without the spaces at its end.
    public func line(_ row: Int) -> String {
        var line = ""
        var column = 0
        while column < columns {
            let cell = cell(row: row, column: column)
            line += cell.text.isEmpty ? " " : cell.text
            column += max(1, cell.width)
        }
        while line.last == " " { line.removeLast() }
        return line
    }

    /// The whole screen.
    public var text: String { (0..<rows).map(line).joined(separator: "\n") }
}

/// A key of the virtual terminal's keyboard.
public enum VirtualKey: Hashable, Sendable {
    case character(Character)
    case enter, escape, tab, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)

    var code: VTermKey {
        switch self {
        case .enter: VTERM_KEY_ENTER
        case .escape: VTERM_KEY_ESCAPE
        case .tab: VTERM_KEY_TAB
        case .backspace: VTERM_KEY_BACKSPACE
        case .delete: VTERM_KEY_DEL
        case .insert: VTERM_KEY_INS
        case .up: VTERM_KEY_UP
        case .down: VTERM_KEY_DOWN
        case .left: VTERM_KEY_LEFT
        case .right: VTERM_KEY_RIGHT
        case .home: VTERM_KEY_HOME
        case .end: VTERM_KEY_END
        case .pageUp: VTERM_KEY_PAGEUP
        case .pageDown: VTERM_KEY_PAGEDOWN
        case .character, .function: VTERM_KEY_NONE
        }
    }
}
