import Glibc

/// Where things are: options first, then the environment, then the XDG folders.
struct Paths {
    let environment: Environment

    func configuration(_ option: String?) -> String? {
        option ?? environment["TILL_CONFIG"] ?? home("XDG_CONFIG_HOME", ".config").map { $0 + "/till/config.yaml" }
    }

    func data(_ option: String?) -> String? {
        option ?? environment["TILL_DATA_DIR"] ?? home("XDG_DATA_HOME", ".local/share").map { $0 + "/till" }
    }

    /// The folder of what a till says of itself: crash reports.
    var state: String? { home("XDG_STATE_HOME", ".local/state").map { $0 + "/till" } }

    /// The folder that holds `Themes` and `Locales`: named, or beside an installed binary, or above one that was built
    /// in its checkout. Nil where there is none: what is compiled in then serves.
    func share(_ option: String?) -> String? {
        if let named = option ?? environment["TILL_SHARE_DIR"] { return Self.isShare(named) ? named : nil }
        return Self.besideBinary() ?? ["/usr/local/share/till", "/usr/share/till"].first(where: Self.isShare)
    }

    private func home(_ variable: String, _ usual: String) -> String? {
        environment[variable] ?? environment["HOME"].map { "\($0)/\(usual)" }
    }

    private static func besideBinary() -> String? {
        guard let resolved = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(resolved) }
        var folder = parent(String(cString: resolved))
        let installed = parent(folder) + "/share/till"
        if isShare(installed) { return installed }
        while !folder.isEmpty {
            if isShare(folder) { return folder }
            folder = parent(folder)
        }
        return nil
    }

    private static func parent(_ path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    private static func isShare(_ folder: String) -> Bool {
        access(folder + "/Themes", R_OK) == 0 && access(folder + "/Locales", R_OK) == 0
    }
}
