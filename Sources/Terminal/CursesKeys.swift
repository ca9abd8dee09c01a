import CNcurses
import Screen

/// The keys of ncurses as ours, and sequences that terminfo leaves out.
enum CursesKeys {
    /// Codes that ncurses does not use.
    private static let pasteStart: Int32 = 0x2000
    private static let pasteEnd: Int32 = 0x2001

    /// Arrows in both cursor modes (a slow line may deliver one late), Home and End in the forms that terminals send,
    /// and the brackets around a paste.
    static let sequences: [(String, Int32)] = [
        ("\u{1B}[A", KEY_UP), ("\u{1B}[B", KEY_DOWN), ("\u{1B}[C", KEY_RIGHT), ("\u{1B}[D", KEY_LEFT),
        ("\u{1B}OA", KEY_UP), ("\u{1B}OB", KEY_DOWN), ("\u{1B}OC", KEY_RIGHT), ("\u{1B}OD", KEY_LEFT),
        ("\u{1B}[H", KEY_HOME), ("\u{1B}OH", KEY_HOME), ("\u{1B}[1~", KEY_HOME),
        ("\u{1B}[F", KEY_END), ("\u{1B}OF", KEY_END), ("\u{1B}[4~", KEY_END),
        ("\u{1B}[200~", pasteStart), ("\u{1B}[201~", pasteEnd),
    ]

    static func input(for code: Int32) -> InputCode? {
        switch code {
        case pasteStart: .pasteStart
        case pasteEnd: .pasteEnd
        default: key(for: code).map { .key($0) }
        }
    }

    private static func key(for code: Int32) -> Key? {
        if let key = named[code] { return key }
        let number = Int(code - KEY_F0)
        return switch number {
        case 1...12: .function(number)
        case 13...24: .shiftFunction(number - 12)
        default: nil
        }
    }

    private static let named: [Int32: Key] = [
        KEY_UP: .up, KEY_DOWN: .down, KEY_LEFT: .left, KEY_RIGHT: .right, KEY_HOME: .home, KEY_END: .end,
        KEY_PPAGE: .pageUp, KEY_NPAGE: .pageDown, KEY_BTAB: .backTab, KEY_ENTER: .enter, KEY_BACKSPACE: .backspace,
        KEY_DC: .delete, KEY_IC: .insert,
    ]
}
