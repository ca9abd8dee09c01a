import Engine
import Files
import Glibc

/// The till's own log: one line for every result, in `log/till.log` of the state folder, readable by its owner alone.
/// Nothing depends on it: what can't be written is not, and the journal has it anyway.
final class ResultLog: Sendable {
    private let folder: String

    /// A file that would grow beyond this is put aside, and so many of those are kept. *own choice*
    static let longest = 1 << 20
    static let kept = 5

    /// - Returns: nil where there is no home.
    init?(_ paths: Paths) {
        guard let state = paths.state else { return nil }
        folder = state + "/log"
    }

    /// The file that is written to, then the older ones.
    var files: [String] { [path] + (1...Self.kept).map { "\(path).\($0)" } }

    private var path: String { folder + "/till.log" }

    /// Writes an event's line; events that are no result have none.
    func note(_ event: EngineEvent, training: Bool) {
        guard let line = event.canonicalLine else { return }
        let bytes = Array((line + (training ? " training=true\n" : "\n")).utf8)
        guard (try? Folder.make(folder)) != nil else { return }
        if size + bytes.count > Self.longest { putAside() }
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return }
        defer { close(file) }
        // In one piece: another till of this user may write to it as well.
        _ = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    }

    private var size: Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Each file takes the next one's name; the oldest is gone.
    private func putAside() {
        for (newer, older) in zip(files, files.dropFirst()).reversed() { rename(newer, older) }
    }
}
