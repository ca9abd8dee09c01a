public import Settings

/// Every visible word in one language, by key. A key that a language lacks is answered in English.
public struct Catalogue: Hashable, Sendable {
    public let language: Language
    /// The texts of the locale file, nested keys joined by dots.
    public let texts: [String: String]
    private let floor: [String: String]

    /// The compiled-in English table.
    public static let english: Catalogue = {
        let texts = try? read(Embedded.english, file: "en.yaml")
        return Catalogue(language: .en, texts: texts ?? [:], floor: [:])
    }()

    /// Reads a locale file.
    /// - Throws: `SettingsError` where it is not a mapping of texts.
    public init(_ language: Language, yaml: [UInt8], file: String) throws(SettingsError) {
        self.init(language: language, texts: try Self.read(yaml, file: file), floor: Self.english.texts)
    }

    /// The plain form at once, any other with the YAML parser.
    private static func read(_ yaml: [UInt8], file: String) throws(SettingsError) -> [String: String] {
        if let texts = PlainTable.texts(yaml) { return texts }
        return try parsed(yaml, file: file)
    }

    /// The texts as the YAML parser reads them.
    static func parsed(_ yaml: [UInt8], file: String) throws(SettingsError) -> [String: String] {
        try flattened(try SettingsNode(yaml: yaml, file: file))
    }

    private init(language: Language, texts: [String: String], floor: [String: String]) {
        self.language = language
        self.texts = texts
        self.floor = floor
    }

    /// The text of `key` with every `{name}` replaced by the argument of that name. A key that exists nowhere is its
    /// own text, so that a slip shows instead of hiding.
    public func text(_ key: String, _ arguments: [String: String] = [:]) -> String {
        fill(texts[key] ?? floor[key] ?? key, arguments)
    }

    /// The text of `key`; nil where not even English has it.
    public func text(ifPresent key: String) -> String? {
        texts[key] ?? floor[key]
    }

    /// The text of `key` for a number of things; `{count}` is the number.
    public func plural(_ key: String, _ count: Int, _ arguments: [String: String] = [:]) -> String {
        let arguments = arguments.merging(["count": number(count)]) { given, _ in given }
        if let own = texts[key + "." + language.pluralForm(of: count).rawValue] ?? texts[key + ".other"] {
            return fill(own, arguments)
        }
        return text(key + "." + Language.en.pluralForm(of: count).rawValue, arguments)
    }

    private func fill(_ text: String, _ arguments: [String: String]) -> String {
        guard !arguments.isEmpty, text.contains("{") else { return text }
        var filled = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            filled += rest[..<open]
            filled += arguments[name] ?? String(rest[open...close])
            rest = rest[rest.index(after: close)...]
        }
        return filled + rest
    }

    private static func flattened(_ root: SettingsNode) throws(SettingsError) -> [String: String] {
        var texts: [String: String] = [:]
        try collect(root, into: &texts)
        return texts
    }

    private static func collect(_ node: SettingsNode, into texts: inout [String: String]) throws(SettingsError) {
        for entry in try node.entries() {
            if entry.value.kind == .mapping {
                try collect(entry.value, into: &texts)
            } else {
                texts[entry.value.path] = try entry.value.text()
            }
        }
    }
}
