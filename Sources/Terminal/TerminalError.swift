/// Why there can be no screen.
public enum TerminalError: Error, Hashable, Sendable {
    /// Standard input or output is a file, a pipe or closed.
    case notATerminal
    /// TERM is empty or says that the terminal can't place a cursor.
    case tooSimple(name: String)
    /// No description of TERM is installed; `suggestion` is one that is everywhere and near enough.
    case unknown(name: String, suggestion: String)
}
