import Glibc
public import Testing

/// Compares lines with those of a kept file, as `Picture` does with drawings.
public enum KeptLines {
    public static func expect(
        _ lines: [String], matches path: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard getenv("TILL_RECORD") == nil else {
            Repository.write(lines.joined(separator: "\n") + "\n", to: path)
            Issue.record("recorded \(path); look at it, then run again", sourceLocation: sourceLocation)
            return
        }
        #expect(Repository.lines(path) == lines, sourceLocation: sourceLocation)
    }
}
