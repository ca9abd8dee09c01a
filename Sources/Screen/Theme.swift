public import Settings

/// The look of every role.
public struct Theme: Hashable, Sendable {
    public let name: String
    private let styles: [Role: Style]

    /// The compiled-in dark theme: what a file's theme starts from and falls back to.
    public static let builtIn: Theme = {
        let bare = Theme(name: "dark", styles: [:])
        let root = try? SettingsNode(yaml: Embedded.darkTheme, file: "dark.yaml")
        return root.map { Theme.read($0, name: "dark", over: bare).theme } ?? bare
    }()

    public subscript(role: Role) -> Style {
        styles[role] ?? Self.plain
    }

    /// Reads a theme. Whatever is wrong is told and looks as it does in `base`; nothing stops a theme from being used.
    ///
    /// Every role must be there, unless the file says `extends: dark`: then it changes single properties.
    public static func read(
        _ root: SettingsNode, name: String, over base: Theme = .builtIn
    ) -> (theme: Theme, problems: [SettingsError]) {
        var reader = ThemeReader(base: base)
        reader.read(root)
        return (Theme(name: name, styles: reader.styles), reader.problems)
    }

    private static let plain = Style(
        foreground: Color(red: 0xE5, green: 0xE5, blue: 0xE5), background: Color(red: 0, green: 0, blue: 0))
}

/// Collects styles and complaints from a theme file.
private struct ThemeReader {
    let base: Theme
    private(set) var styles: [Role: Style] = [:]
    private(set) var problems: [SettingsError] = []

    init(base: Theme) { self.base = base }

    mutating func read(_ root: SettingsNode) {
        note { () throws(SettingsError) in try root.allowKeys(["extends", "roles"]) }
        var extends = false
        if let parent = root["extends"] {
            note { () throws(SettingsError) in
                guard try parent.text() == "dark" else { throw parent.error(.notOneOf(["dark"])) }
                extends = true
            }
        }
        let roles = root["roles"]
        if roles == nil { problems.append(root.error(.missingKey, key: "roles")) }
        for role in Role.allCases {
            styles[role] = base[role]
            if let node = roles?[role.rawValue] {
                readStyle(node, of: role)
            } else if let roles, !extends {
                problems.append(roles.error(.missingKey, key: role.rawValue))
            }
        }
        if let roles { note { () throws(SettingsError) in try roles.allowKeys(Role.allCases.map(\.rawValue)) } }
    }

    private mutating func readStyle(_ node: SettingsNode, of role: Role) {
        var style = base[role]
        note { () throws(SettingsError) in
            try node.allowKeys(["foreground", "background", "bold", "underline", "reverse"])
        }
        read(node["foreground"]) { (value) throws(SettingsError) in style.foreground = try color(value) }
        read(node["background"]) { (value) throws(SettingsError) in style.background = try color(value) }
        read(node["bold"]) { (value) throws(SettingsError) in style.bold = try value.boolean() }
        read(node["underline"]) { (value) throws(SettingsError) in style.underline = try value.boolean() }
        read(node["reverse"]) { (value) throws(SettingsError) in style.reverse = try value.boolean() }
        styles[role] = style
    }

    private mutating func read(_ node: SettingsNode?, _ body: (SettingsNode) throws(SettingsError) -> Void) {
        guard let node else { return }
        note { () throws(SettingsError) in try body(node) }
    }

    private mutating func note(_ body: () throws(SettingsError) -> Void) {
        do { try body() } catch { problems.append(error) }
    }
}

private func color(_ node: SettingsNode) throws(SettingsError) -> Color {
    guard let color = Color(try node.text()) else {
        throw node.error(.badValue(expected: "#rrggbb or the name of a colour"))
    }
    return color
}
