/// A value in a YAML file, which knows where it stands. Only what a person needs to write settings: mappings with text
/// keys, lists and scalars. Scalars are text until somebody asks for more.
public struct SettingsNode: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        case scalar = "a single value"
        case list = "a list"
        case mapping = "a mapping"
    }

    /// One line of a mapping.
    public struct Entry: Hashable, Sendable {
        public let key: String
        public let value: SettingsNode
    }

    enum Content: Hashable, Sendable {
        case scalar(String)
        case list([SettingsNode])
        case mapping([Entry])
    }

    /// The most bytes a file may have, and the deepest nesting. [own choice]
    public static let sizeLimit = 1 << 20
    public static let depthLimit = 16

    /// Where the value starts, from 1.
    public let line: Int
    public let column: Int
    /// The file's name and the way to this value, for errors.
    public let file: String
    public let path: String
    let content: Content

    init(content: Content, line: Int, column: Int, file: String, path: String) {
        self.content = content
        self.line = line
        self.column = column
        self.file = file
        self.path = path
    }

    public var kind: Kind {
        switch content {
        case .scalar: .scalar
        case .list: .list
        case .mapping: .mapping
        }
    }

    /// The value of `key`; nil where the key is not there or this is no mapping.
    public subscript(key: String) -> SettingsNode? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key == key }?.value
    }

    /// An error about this value.
    public func error(_ problem: SettingsError.Problem, key: String? = nil) -> SettingsError {
        let place = [path, key ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
        return SettingsError(file: file, line: line, column: column, key: place, problem: problem)
    }
}
