/// One option of a command line. Its explanation is the catalogue's `cli.option.NAME`.
public struct OptionSpec: Hashable, Sendable {
    /// What stands behind an option.
    public enum Value: Hashable, Sendable {
        /// Nothing: the option is there or not.
        case none
        /// Any text; the word for it is the catalogue's `cli.value.WORD`.
        case text(String)
        case number(ClosedRange<Int>)
        case choice([String])
    }

    /// Without the two dashes.
    public var name: String
    public var value: Value
    /// Whether it may stand there several times.
    public var repeats = false
    public var required = false
    /// False for what is promised and not there yet: refused by name, and left out of the help.
    public var delivered = true
    /// Choices that are promised and not there yet: refused by name, and left out of the help.
    public var laterChoices: [String] = []

    public init(_ name: String, _ value: Value = .none) {
        self.name = name
        self.value = value
    }

    public var repeatable: OptionSpec { changed { $0.repeats = true } }
    public var obligatory: OptionSpec { changed { $0.required = true } }
    public var later: OptionSpec { changed { $0.delivered = false } }

    public func later(_ choices: [String]) -> OptionSpec { changed { $0.laterChoices = choices } }

    private func changed(_ change: (inout OptionSpec) -> Void) -> OptionSpec {
        var copy = self
        change(&copy)
        return copy
    }
}
