import Archives
import Files
import Glibc
import Journals
import Localization
import Markup
import Networking
import Time
import Transports

/// What runs here: program, system and libraries. Nothing in it names the machine or its user.
struct AboutText {
    let place: Workplace

    var text: String {
        let rows = [
            ("till", "\(Version.number) \(Version.build)"), ("compiler", Self.compiler), ("system", Self.system),
            ("kernel", Self.kernel),
            ("sqlite", SQLiteJournal.libraryVersion), ("archive", TarGzip.libraryVersion ?? "missing"),
            ("language", place.catalogue.language.rawValue), ("terminal", terminal),
            ("time", place.time.wallTime().rfc3339),
        ]
        let variables = ["LC_ALL", "LC_MESSAGES", "LANG", "TILL_LOCALE", "NO_COLOR"].compactMap { name in
            place.environment[name].map { (name, $0) }
        }
        return (rows + variables).map { "\($0): \($1)\n" }.joined() + Self.libraries.map { "library: \($0)\n" }.joined()
    }

    private static var compiler: String {
        #if compiler(>=6.4)
            "Swift 6.4 or newer"
        #elseif compiler(>=6.3)
            "Swift 6.3"
        #else
            "Swift 6.2 or older"
        #endif
    }

    private static var system: String {
        guard let file = try? SmallFile.read("/etc/os-release", limit: 65_536) else { return "unknown" }
        let lines = String(decoding: file, as: UTF8.self).split(separator: "\n")
        let name = lines.first { $0.hasPrefix("PRETTY_NAME=") }?.dropFirst("PRETTY_NAME=".count)
        return name.map { $0.filter { $0 != "\"" } } ?? "unknown"
    }

    private static var kernel: String {
        var names = utsname()
        guard uname(&names) == 0 else { return "unknown" }
        return "\(text(names.sysname)) \(text(names.release)) \(text(names.machine))"
    }

    private static func text<Characters>(_ characters: Characters) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    private var terminal: String {
        var size = winsize()
        let hasSize = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
        return (place.environment["TERM"] ?? "none") + (hasSize ? " \(size.ws_col)x\(size.ws_row)" : "")
    }

    /// The files of the libraries that are loaded, with those that are opened on first use.
    private static var libraries: [String] {
        _ = MarkupLibrary.isAvailable
        try? CurlHostConnector.openLibrary()
        guard let maps = try? SmallFile.read("/proc/self/maps", limit: 4 << 20) else { return [] }
        let names = String(decoding: maps, as: UTF8.self).split(separator: "\n").compactMap { line in
            line.split(separator: "/").last.map(String.init)
        }
        return Set(names.filter { $0.contains(".so") }).sorted()
    }
}
