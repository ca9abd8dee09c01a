import Files
import Glibc

/// Where the last traces were written, so that a support archive can take them: the file `last-traces` of the data
/// folder, one path a line, the oldest first.
struct LastTraces {
    /// The most that are remembered. [own choice]
    static let most = 5
    private static let longest = 64 << 10

    private let file: String

    /// - Parameter folder: the data folder.
    init(in folder: String) { file = folder + "/last-traces" }

    var paths: [String] {
        guard let bytes = try? SmallFile.read(file, limit: Self.longest, for: .ownerOnly) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").suffix(Self.most).map(String.init)
    }

    /// Notes a trace that exists. Failing to is no reason to stop anything.
    func note(_ path: String) {
        guard let whole = realpath(path, nil) else { return }
        defer { free(whole) }
        let newest = String(cString: whole)
        guard !newest.contains("\n") else { return }
        let kept = (paths.filter { $0 != newest } + [newest]).suffix(Self.most)
        try? Folder.make(Folder.of(file))
        try? Replacement(of: file, with: Array(kept.map { $0 + "\n" }.joined().utf8)).run()
    }
}
