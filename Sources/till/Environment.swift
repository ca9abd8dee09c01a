import Glibc

/// The process's environment, read once.
struct Environment {
    private let values: [String: String]

    init(_ values: [String: String]) { self.values = values }

    /// The variables that till reads; no others are looked at.
    static var process: Environment {
        var values: [String: String] = [:]
        for name in names {
            if let value = getenv(name) { values[name] = String(cString: value) }
        }
        return Environment(values)
    }

    /// Nil where it is unset or empty.
    subscript(name: String) -> String? {
        guard let value = values[name], !value.isEmpty else { return nil }
        return value
    }

    /// Safety checks are lifted, and nothing but this machine is spoken to.
    var isDevelopment: Bool { self["TILL_DEVELOPMENT"] == "1" }

    /// How many times faster deadlines come, for rehearsals with readers and gateways on this machine; from 1 to 1000.
    var timeScale: Int64 { self["TILL_TIME_SCALE"].flatMap(Int64.init).map { min(max($0, 1), 1000) } ?? 1 }

    /// Nothing but this machine may be spoken to.
    var isRehearsal: Bool { isDevelopment || timeScale > 1 }

    private static let names = [
        "TILL_CONFIG", "TILL_DATA_DIR", "TILL_SHARE_DIR", "TILL_LOCALE", "TILL_VAULT_PASSPHRASE_FILE",
        "TILL_DEVELOPMENT", "TILL_TIME_SCALE",
        "NO_COLOR",
        "TERM", "HOME",
        "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "LC_ALL", "LC_MESSAGES", "LANG",
    ]
}
