import Glibc
public import Screen
public import Testing

/// Compares a grid with a kept drawing: its lines of text, then the same lines with a letter for each cell's role, then
/// what the letters mean. A drawing is a file that people can read in a diff.
///
/// `TILL_RECORD=1` writes the file; the test fails then, so that nobody takes a recording for a check.
public enum Picture {
    /// Expects that `grid` looks as it does in `path`, from the root of the repository.
    public static func expect(
        _ grid: Grid, matches path: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let drawn = drawing(of: grid)
        guard getenv("TILL_RECORD") == nil else {
            Repository.write(drawn, to: path)
            Issue.record("recorded \(path); look at it, then run again", sourceLocation: sourceLocation)
            return
        }
        let kept = Repository.text(path)
        guard drawn != kept else { return }
        let comment = kept.isEmpty ? "there is no \(path); record it with TILL_RECORD=1" : difference(kept, drawn)
        Issue.record(Comment(rawValue: comment), sourceLocation: sourceLocation)
    }

    /// The grid as text.
    public static func drawing(of grid: Grid) -> String {
        let rows = 0..<grid.size.height
        var letters: [Role: Character] = [:]
        let styles = rows.map { y in
            String(grid.row(y).map { letter(for: $0.role, in: &letters) })
        }
        let legend = Role.allCases.compactMap { role in letters[role].map { "\($0) \(role.rawValue)" } }
        let cursor = grid.cursor.map { "cursor \($0.x),\($0.y)" } ?? "no cursor"
        let parts = [rows.map(grid.line).joined(separator: "\n"), styles.joined(separator: "\n")]
        return (parts + [legend.joined(separator: "\n"), cursor]).joined(separator: "\n---\n") + "\n"
    }

    private static func letter(for role: Role, in letters: inout [Role: Character]) -> Character {
        if role == .text { return "." }
        if let known = letters[role] { return known }
        let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
        let letter = alphabet[letters.count % alphabet.count]
        letters[role] = letter
        return letter
    }

    private static func difference(_ kept: String, _ drawn: String) -> String {
        let old = kept.split(separator: "\n", omittingEmptySubsequences: false)
        let new = drawn.split(separator: "\n", omittingEmptySubsequences: false)
        let changed = (0..<max(old.count, new.count)).filter { line in
            (line < old.count ? old[line] : "") != (line < new.count ? new[line] : "")
        }
        let lines = changed.prefix(12).flatMap { line in
            [
                "\(line + 1) kept  \(line < old.count ? old[line] : "")",
                "\(line + 1) drawn \(line < new.count ? new[line] : "")",
            ]
        }
        return (["\(changed.count) lines differ"] + lines).joined(separator: "\n")
    }
}
