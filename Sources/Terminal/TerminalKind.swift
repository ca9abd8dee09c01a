import Glibc
public import Screen

/// What the environment says of the terminal, before it is touched.
public struct TerminalKind: Hashable, Sendable {
    /// TERM.
    public var name: String
    public var characters: Canvas.Characters
    /// False where NO_COLOR or the user says so.
    public var color: Bool

    /// - Parameters:
    ///   - environment: looks up a variable.
    ///   - color: what the user said of colours; nil where nothing, then NO_COLOR decides.
    ///   - isTerminal: whether standard input and output are terminals.
    /// - Throws: `TerminalError` where no screen is possible.
    public init(
        environment: (String) -> String?, color: Bool? = nil, isTerminal: Bool
    ) throws(TerminalError) {
        guard isTerminal else { throw .notATerminal }
        name = environment("TERM") ?? ""
        guard !name.isEmpty, name != "dumb" else { throw .tooSimple(name: name) }
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
        let encoding = locale.lowercased()
        characters = encoding.contains("utf-8") || encoding.contains("utf8") ? .unicode : .ascii
        self.color = color ?? (environment("NO_COLOR") ?? "").isEmpty
    }

    /// Whether both standard input and standard output are terminals.
    public static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// Terminals whose title can be pushed, set and popped.
    var hasTitle: Bool {
        ["xterm", "tmux", "screen", "alacritty", "foot", "rxvt", "st-", "konsole", "gnome", "vte", "kitty", "wezterm"]
            .contains { name.hasPrefix($0) }
    }
}
