/// What a program understands. Parser, help, and later completion and manual page come from it.
public struct CommandTable: Sendable {
    /// The executable's name.
    public var program: String
    /// The options of every command.
    public var options: [OptionSpec]
    public var commands: [CommandSpec]
    /// Whether the program runs without a command.
    public var runsBare: Bool

    public init(_ program: String, options: [OptionSpec], commands: [CommandSpec], runsBare: Bool) {
        self.program = program
        self.options = options
        self.commands = commands
        self.runsBare = runsBare
    }

    public func command(_ name: String) -> CommandSpec? {
        commands.first { $0.name == name }
    }
}

/// A command line that was understood.
public struct ParsedCommand: Hashable, Sendable {
    /// The command; nil where the program runs without one.
    public var name: String?
    /// The values of options that have one, in the order given.
    public var values: [String: [String]] = [:]
    /// The options without a value that are there.
    public var flags: Set<String> = []
    /// The words behind the command.
    public var positionals: [String] = []

    public init(name: String? = nil) { self.name = name }

    /// The value of an option that stands there once; nil where it does not.
    public subscript(option: String) -> String? { values[option]?.first }

    /// All values of an option that may stand there several times, in the order given.
    public func all(_ option: String) -> [String] { values[option] ?? [] }

    public func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// The number behind an option; the parser has checked it.
    public func number(_ option: String) -> Int? { self[option].flatMap { Int($0) } }
}
