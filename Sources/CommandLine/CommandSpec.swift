/// One command of a program. Its explanation is the catalogue's `cli.command.NAME`.
public struct CommandSpec: Hashable, Sendable {
    /// A word that stands behind the command by its place. Its name is the catalogue's `cli.value.NAME`.
    public struct Argument: Hashable, Sendable {
        public var name: String
        public var optional: Bool

        public init(_ name: String, optional: Bool = false) {
            self.name = name
            self.optional = optional
        }
    }

    public var name: String
    public var arguments: [Argument]
    public var options: [OptionSpec]
    /// Where this option stands, the first argument does not: `--minor 1050 EUR`.
    public var replacesFirstArgument: String?
    /// False for what is promised and not there yet: refused by name, and left out of the help.
    public var delivered: Bool

    public init(
        _ name: String, _ arguments: [Argument] = [], options: [OptionSpec] = [], replacesFirstArgument: String? = nil,
        delivered: Bool = true
    ) {
        self.name = name
        self.arguments = arguments
        self.options = options
        self.replacesFirstArgument = replacesFirstArgument
        self.delivered = delivered
    }
}
