import CPosix
import Glibc

/// Gives the terminal back as it was: on the way out, on suspension, and when the program traps or crashes.
struct TerminalGuard {
    /// Everything we or ncurses may have switched on, switched off: mouse in all its encodings, focus reports,
    /// bracketed paste, application keys, colours, character sets; then the screen we came from, its cursor and its
    /// title.
    private let farewell: String

    /// Remembers the terminal's settings; call before ncurses changes them.
    init(hasTitle: Bool) {
        let modes = [1000, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 2004, 1]
        let off = modes.map { "\u{1B}[?\($0)l" }.joined()
        farewell = off + "\u{1B}>\u{1B}(B\u{1B}[0m\u{1B}[?1049l\u{1B}[?25h" + (hasTitle ? "\u{1B}[23;0t" : "")
        cposix_guard_save(STDOUT_FILENO)
    }

    /// From here on the terminal is looked after.
    func arm() {
        cposix_guard_arm(STDOUT_FILENO, farewell, farewell.utf8.count)
    }

    /// Gives the terminal back now; does nothing where that has happened.
    func restore() {
        cposix_guard_restore()
    }
}
