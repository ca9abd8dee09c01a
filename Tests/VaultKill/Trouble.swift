import Glibc

/// Why a run can't go on.
enum Trouble: Error {
    /// It didn't start, didn't open the file, or ended by itself.
    case writerFailed
    case notWhole
}

/// Says something on standard error.
func tell(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = write(STDERR_FILENO, line, line.count)
}
