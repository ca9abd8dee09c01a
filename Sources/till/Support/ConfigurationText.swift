import Payments
import Settings

/// The configuration without comments and without what the till doesn't know: a value under an unknown key may be
/// anything.
enum ConfigurationText {
    private static let hidden = "***"
    /// Keys whose values are shown; `*` is any key.
    private static let known: Set<String> = [
        "reader", "readers.*", "currency", "locale", "theme", "secretFile", "ca", "demo.pace", "hostLink.allow",
        "hostLink.plain", "hostLink.tls", "lock.after", "lock.keyring", "gateways.*", "tlsPins", "tlsPins.*",
        "merchantAuth", "acquirerLacks", "resolve.reverseAfter", "apiKeyFile",
    ]

    /// Nil for what is no YAML of this kind.
    static func text(yaml: [UInt8]) -> String? {
        guard let root = try? SettingsNode(yaml: yaml, file: "configuration"), let entries = try? root.entries() else {
            return nil
        }
        return entries.map { lines($0.key, $0.value, path: $0.key, indent: "") }.joined()
    }

    private static func lines(_ key: String, _ node: SettingsNode, path: String, indent: String) -> String {
        let head = "\(indent)\(quoted(key)):"
        switch node.kind {
        case .scalar: return "\(head) \(value(node, path))\n"
        case .list:
            let items = ((try? node.list()) ?? []).map { "\(indent)  - \(value($0, path))\n" }
            return head + (items.isEmpty ? " []\n" : "\n" + items.joined())
        case .mapping:
            let entries = ((try? node.entries()) ?? []).map { entry in
                let isNamed = known.contains(path + ".*")
                return lines(
                    entry.key, entry.value, path: isNamed ? path + ".*" : "\(path).\(entry.key)", indent: indent + "  ")
            }
            return head + (entries.isEmpty ? " {}\n" : "\n" + entries.joined())
        }
    }

    private static func value(_ node: SettingsNode, _ path: String) -> String {
        guard known.contains(path), let text = try? node.text() else { return quoted(hidden) }
        return quoted(text)
    }

    /// A JSON string is a YAML one.
    private static func quoted(_ text: String) -> String { JSONValue.string(text).text }
}
