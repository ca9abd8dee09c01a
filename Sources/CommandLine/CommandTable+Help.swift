public import Localization
import Text

extension CommandTable {
    /// What `--help` prints: for one command, or for the program where `name` is nil or names none.
    /// - Parameter width: how many columns a line may have.
    public func help(_ name: String?, _ catalogue: Catalogue, width: Int = 80) -> String {
        var page = HelpPage(catalogue: catalogue, width: width)
        if let command = name.flatMap(command), command.delivered {
            page.usage(([program] + usage(of: command, catalogue)).joined(separator: " "))
            page.paragraph(catalogue.text("cli.command." + command.name))
            page.section("cli.options", command.options.filter(\.delivered).map { page.line(for: $0) })
        } else {
            let shown = commands.filter(\.delivered)
            page.usage("\(program) [\(catalogue.text("cli.value.command"))] [--…]")
            if runsBare { page.paragraph("\(program): " + catalogue.text("cli.command.console")) }
            page.section("cli.commands", shown.map { ($0.name, catalogue.text("cli.command." + $0.name)) })
        }
        page.section("cli.globalOptions", options.filter(\.delivered).map { page.line(for: $0) })
        if name.flatMap(command) == nil {
            page.paragraph(
                catalogue.text(
                    "cli.more", ["command": "\(program) \(catalogue.text("cli.value.command")) --help"]))
        }
        return page.text
    }

    private func usage(of command: CommandSpec, _ catalogue: Catalogue) -> [String] {
        let arguments = command.arguments.enumerated().map { index, argument in
            let word = catalogue.text("cli.value." + argument.name)
            let replaceable = index == 0 && command.replacesFirstArgument != nil
            return argument.optional || replaceable ? "[\(word)]" : word
        }
        return [command.name] + arguments + (command.options.isEmpty ? [] : ["[--…]"])
    }
}

/// A help text as it grows.
private struct HelpPage {
    let catalogue: Catalogue
    let width: Int
    private(set) var text = ""

    init(catalogue: Catalogue, width: Int) {
        self.catalogue = catalogue
        self.width = max(40, width)
    }

    mutating func usage(_ usage: String) {
        paragraph(catalogue.text("cli.usage", ["usage": usage]))
    }

    mutating func paragraph(_ words: String) {
        if !text.isEmpty { text += "\n" }
        text += wrapped(words, to: width).joined(separator: "\n") + "\n"
    }

    /// A heading and lines of two columns; nothing where there are no lines.
    mutating func section(_ title: String, _ lines: [(name: String, words: String)]) {
        guard !lines.isEmpty else { return }
        text += "\n\(catalogue.text(title))\n"
        let widest = lines.map { cellWidth(of: $0.name) }.max() ?? 0
        let column = min(widest, width / 2 - 4) + 4
        for line in lines { write(line, column) }
    }

    func line(for option: OptionSpec) -> (name: String, words: String) {
        var words = catalogue.text("cli.option." + option.name)
        if case .choice(let choices) = option.value {
            words += " (" + catalogue.text("cli.choices", ["choices": choices.joined(separator: ", ")]) + ")"
        }
        if option.repeats { words += " (" + catalogue.text("cli.repeatable") + ")" }
        return (name: "--" + option.name + valueWord(option.value), words: words)
    }

    private func valueWord(_ value: OptionSpec.Value) -> String {
        switch value {
        case .none: ""
        case .text(let word): " " + catalogue.text("cli.value." + word)
        case .number: " " + catalogue.text("cli.value.number")
        case .choice: " " + catalogue.text("cli.value.name")
        }
    }

    private mutating func write(_ line: (name: String, words: String), _ column: Int) {
        let name = "  " + line.name
        let words = wrapped(line.words, to: width - column)
        if cellWidth(of: name) + 2 > column {
            text += name + "\n"
        } else {
            text += padded(name, to: column) + (words.first ?? "") + "\n"
        }
        let rest = cellWidth(of: name) + 2 > column ? words[...] : words.dropFirst()
        for word in rest { text += String(repeating: " ", count: column) + word + "\n" }
    }
}
