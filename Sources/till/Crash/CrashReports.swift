import CPosix
import Files
import Glibc
import Localization

/// The folder of crash reports. A crash leaves a raw report there, made in the signal handler; the next start puts names
/// to its addresses. Nothing is sent anywhere.
struct CrashReports {
    /// The most that are kept. [own choice]
    static let most = 10
    /// In bytes; a raw report has at most 64 frames and 50 events. [own choice]
    private static let longest = 1 << 16

    let folder: String

    /// Nil where there is no folder for it: without HOME.
    init?(_ paths: Paths) {
        guard let state = paths.state else { return nil }
        folder = state + "/crashes"
    }

    /// From here on a crash is reported. Where that can't be, the till runs without.
    func watch() {
        try? Folder.make(folder)
        removeOldest()
        let head = "\(Self.program)\n"
        _ = cposix_crash_prepare(folder, head, head.utf8.count)
    }

    /// Finishes what the last run left.
    /// - Returns: the newest report that nobody has been told of.
    func finish() -> String? {
        let raw = names.filter { $0.hasSuffix(Self.rawEnd) }
        guard !raw.isEmpty else { return nil }
        let symbols = FunctionNames.ofThisProgram()
        return raw.compactMap { finish($0, symbols) }.last
    }

    /// The finished reports, oldest first.
    var reports: [String] { names.filter { $0.hasSuffix(Self.end) }.map { "\(folder)/\($0)" } }

    func text(_ path: String) -> String? {
        (try? SmallFile.read(path, limit: Self.longest * 4, for: .ownerOnly)).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private static let rawEnd = ".raw"
    private static let end = ".txt"
    private static var program: String { "till \(Version.number) \(Version.build)" }

    private func finish(_ name: String, _ symbols: FunctionNames) -> String? {
        let raw = "\(folder)/\(name)"
        let finished = "\(folder)/\(name.dropLast(Self.rawEnd.count))\(Self.end)"
        guard let bytes = try? SmallFile.read(raw, limit: Self.longest, for: .ownerOnly) else { return nil }
        let report = CrashReport(raw: String(decoding: bytes, as: UTF8.self))
        let isOurs = report.program == Self.program
        let text = report.text { isOurs ? symbols.name(at: $0) : nil }
        guard (try? Replacement(of: finished, with: Array(text.utf8)).run()) != nil else { return nil }
        unlink(raw)
        return finished
    }

    /// Leaves room for one more.
    private func removeOldest() {
        for name in names.dropLast(Self.most - 1) { unlink("\(folder)/\(name)") }
    }

    /// The reports by age: their names begin with the seconds since 1970.
    private var names: [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) })
        }
        return names.filter { $0.hasPrefix("crash-") && ($0.hasSuffix(Self.rawEnd) || $0.hasSuffix(Self.end)) }.sorted()
    }
}
