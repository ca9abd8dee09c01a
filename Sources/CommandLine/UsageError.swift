public import Localization

/// Why a command line was not understood: exit status 2, and one line.
public enum UsageError: Error, Hashable, Sendable {
    /// `suggestion` is the nearest name there is.
    case unknownCommand(String, suggestion: String?)
    case unknownOption(String, suggestion: String?)
    case missingValue(option: String)
    case unexpectedValue(option: String)
    case repeated(option: String)
    case badChoice(option: String, value: String, choices: [String])
    case badNumber(option: String, range: ClosedRange<Int>)
    /// The argument's name in the table.
    case missingArgument(String)
    case missingOption(String)
    case extraArgument(String)
    /// A command, or an option with its dashes, that is promised and not there yet.
    case notDelivered(String)
    case missingCommand

    /// The error in one sentence, or two where a name is near.
    public func text(_ catalogue: Catalogue) -> String {
        switch self {
        case .unknownCommand(let name, let near):
            sentence(catalogue, "unknownCommand", ["name": name], near)
        case .unknownOption(let name, let near): sentence(catalogue, "unknownOption", ["name": name], near)
        case .missingValue(let option): sentence(catalogue, "missingValue", ["name": "--" + option])
        case .unexpectedValue(let option): sentence(catalogue, "unexpectedValue", ["name": "--" + option])
        case .repeated(let option): sentence(catalogue, "repeated", ["name": "--" + option])
        case .badChoice(let option, let value, let choices):
            sentence(
                catalogue, "badChoice",
                ["name": "--" + option, "value": value, "choices": choices.joined(separator: ", ")])
        case .badNumber(let option, let range):
            sentence(
                catalogue, "badNumber",
                ["name": "--" + option, "low": String(range.lowerBound), "high": String(range.upperBound)])
        case .missingArgument(let name):
            sentence(catalogue, "missingArgument", ["name": catalogue.text("cli.value." + name)])
        case .missingOption(let option): sentence(catalogue, "missingOption", ["name": "--" + option])
        case .extraArgument(let value): sentence(catalogue, "extraArgument", ["value": value])
        case .notDelivered(let name): catalogue.text("error.notDelivered.text", ["name": name])
        case .missingCommand: sentence(catalogue, "missingArgument", ["name": catalogue.text("cli.value.command")])
        }
    }

    private func sentence(
        _ catalogue: Catalogue, _ key: String, _ arguments: [String: String], _ near: String? = nil
    ) -> String {
        let first = catalogue.text("cli.error." + key, arguments)
        return near.map { first + " " + catalogue.text("cli.error.suggestion", ["name": $0]) } ?? first
    }
}
