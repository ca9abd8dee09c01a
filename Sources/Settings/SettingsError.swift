/// What is wrong with a configuration, theme or locale file, and where.
public struct SettingsError: Error, Hashable, Sendable {
    public enum Problem: Hashable, Sendable {
        /// Not YAML; the parser's own English words.
        case syntax(String)
        /// Anchors, aliases, tags or a second document: left out on purpose.
        case unsupported
        case tooLarge, tooDeep
        case duplicateKey, unknownKey, missingKey
        /// Something of another kind should stand here.
        case wrongKind(expected: SettingsNode.Kind)
        case notANumber(range: ClosedRange<Int>)
        case notABoolean
        case notOneOf([String])
        /// A value that only the reader of this key can judge; `expected` is a fixed form such as `#rrggbb`.
        case badValue(expected: String)
    }

    /// As it was named to the parser.
    public var file: String
    /// From 1.
    public var line: Int
    /// From 1, in characters.
    public var column: Int
    /// The way to the value: `roles.amount.foreground`; empty at the top.
    public var key: String
    public var problem: Problem

    public init(file: String, line: Int, column: Int, key: String, problem: Problem) {
        self.file = file
        self.line = line
        self.column = column
        self.key = key
        self.problem = problem
    }

    /// The problem in one English sentence, without values from the file.
    public var message: String {
        switch problem {
        case .syntax(let words): words
        case .unsupported: "anchors, aliases, tags and further documents are not supported"
        case .tooLarge: "the file is larger than \(SettingsNode.sizeLimit) bytes"
        case .tooDeep: "nested deeper than \(SettingsNode.depthLimit) levels"
        case .duplicateKey: "this key stands here twice"
        case .unknownKey: "this key is not known"
        case .missingKey: "this key is missing"
        case .wrongKind(let expected): "expected \(expected.rawValue)"
        case .notANumber(let range): "expected a number from \(range.lowerBound) to \(range.upperBound)"
        case .notABoolean: "expected true or false"
        case .notOneOf(let choices): "expected one of " + choices.joined(separator: ", ")
        case .badValue(let expected): "expected " + expected
        }
    }
}

extension SettingsError: CustomStringConvertible {
    /// `FILE:LINE:COLUMN: KEY: MESSAGE`, as compilers write it.
    public var description: String {
        "\(file):\(line):\(column): " + (key.isEmpty ? "" : key + ": ") + message
    }
}
