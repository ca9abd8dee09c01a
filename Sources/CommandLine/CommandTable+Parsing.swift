extension CommandTable {
    /// Reads a command line: `--name value` and `--name=value`, options before or after the command, `--` before words
    /// that begin with a dash. `--help` and `--version` are enough by themselves.
    /// - Parameter arguments: without the program's own name.
    /// - Throws: `UsageError` for the first thing that is wrong.
    public func parse(_ arguments: [String]) throws(UsageError) -> ParsedCommand {
        var words = try read(arguments)
        let command = try selectCommand(&words)
        try checkOptions(words.options, of: command)
        var parsed = ParsedCommand(name: command?.name)
        for given in words.options {
            if let value = given.value {
                parsed.values[given.name, default: []].append(value)
            } else {
                parsed.flags.insert(given.name)
            }
        }
        parsed.positionals = words.words
        if parsed.has("help") || parsed.has("version") { return parsed }
        guard command != nil || runsBare else { throw .missingCommand }
        try checkPresence(parsed, of: command)
        return parsed
    }

    private struct Given {
        var name: String
        var value: String?
    }

    private struct Words {
        var options: [Given] = []
        var words: [String] = []
        var afterDashes: [String] = []
    }

    /// Sorts a command line into options and words. Whether an option has a value does not depend on the command; which
    /// values suit it does.
    private func read(_ arguments: [String]) throws(UsageError) -> Words {
        var sorted = Words()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                sorted.afterDashes = Array(rest)
                break
            }
            guard argument.hasPrefix("--") else {
                guard !argument.hasPrefix("-") || argument == "-" || isNumber(argument) else {
                    throw .unknownOption(argument, suggestion: nil)
                }
                sorted.words.append(argument)
                continue
            }
            sorted.options.append(try readOption(argument, &rest))
        }
        return sorted
    }

    /// `-5` is a word: a refused amount says more than an unknown option.
    private func isNumber(_ argument: String) -> Bool {
        argument.dropFirst().first?.isNumber == true
    }

    private func readOption(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) -> Given {
        let body = argument.dropFirst(2)
        let name = String(body.prefix { $0 != "=" })
        let attached = body.contains("=") ? String(body.dropFirst(name.count + 1)) : nil
        guard let option = allOptions.first(where: { $0.name == name }) else {
            let near = nearest(to: name, in: allOptions.filter(\.delivered).map(\.name))
            throw .unknownOption("--" + name, suggestion: near.map { "--" + $0 })
        }
        guard option.delivered else { throw .notDelivered("--" + name) }
        if option.value == .none {
            guard attached == nil else { throw .unexpectedValue(option: name) }
            return Given(name: name, value: nil)
        }
        guard let value = attached ?? rest.popFirst(), !value.isEmpty else { throw .missingValue(option: name) }
        return Given(name: name, value: value)
    }

    private func check(_ value: String, of option: OptionSpec) throws(UsageError) {
        guard !option.laterChoices.contains(value) else { throw .notDelivered("--\(option.name) \(value)") }
        switch option.value {
        case .none, .text: return
        case .choice(let choices):
            guard choices.contains(value) else {
                throw .badChoice(option: option.name, value: value, choices: choices)
            }
        case .number(let range):
            guard let number = Int(value), range.contains(number), value.first != "+" else {
                throw .badNumber(option: option.name, range: range)
            }
        }
    }

    private var allOptions: [OptionSpec] { options + commands.flatMap(\.options) }

    private func selectCommand(_ words: inout Words) throws(UsageError) -> CommandSpec? {
        defer { words.words += words.afterDashes }
        guard let name = words.words.first else { return nil }
        guard let command = command(name) else {
            throw .unknownCommand(
                name, suggestion: nearest(to: name, in: commands.filter(\.delivered).map(\.name)))
        }
        guard command.delivered else { throw .notDelivered(name) }
        words.words.removeFirst()
        return command
    }

    private func checkOptions(_ given: [Given], of command: CommandSpec?) throws(UsageError) {
        var seen: Set<String> = []
        for option in given {
            guard let spec = (options + (command?.options ?? [])).first(where: { $0.name == option.name }) else {
                throw .unknownOption("--" + option.name, suggestion: nil)
            }
            let isFirst = seen.insert(option.name).inserted
            guard isFirst || spec.repeats || spec.value == .none else { throw .repeated(option: option.name) }
            if let value = option.value { try check(value, of: spec) }
        }
    }

    private func checkPresence(_ parsed: ParsedCommand, of command: CommandSpec?) throws(UsageError) {
        guard let command else {
            if let extra = parsed.positionals.first { throw .extraArgument(extra) }
            return
        }
        for option in command.options where option.required && parsed[option.name] == nil {
            throw .missingOption(option.name)
        }
        let replaced = command.replacesFirstArgument.map { parsed[$0] != nil } ?? false
        let arguments = command.arguments.dropFirst(replaced ? 1 : 0)
        if parsed.positionals.count > arguments.count { throw .extraArgument(parsed.positionals[arguments.count]) }
        for (index, argument) in arguments.enumerated() where !argument.optional && index >= parsed.positionals.count {
            throw .missingArgument(argument.name)
        }
    }
}

/// The name that differs least, in two letters at most.
private func nearest(to name: String, in names: [String]) -> String? {
    let ranked = names.map { (name: $0, distance: distance(name, $0)) }.min { $0.distance < $1.distance }
    return ranked.flatMap { $0.distance <= 2 && $0.distance < name.count ? $0.name : nil }
}

/// How many letters must be put in, taken out or changed (Levenshtein).
private func distance(_ a: String, _ b: String) -> Int {
    let letters = Array(b)
    var row = Array(0...letters.count)
    for (index, letter) in a.prefix(64).enumerated() {
        var diagonal = row[0]
        row[0] = index + 1
        for (column, other) in letters.enumerated() {
            let changed = diagonal + (letter == other ? 0 : 1)
            diagonal = row[column + 1]
            row[column + 1] = min(changed, row[column] + 1, diagonal + 1)
        }
    }
    return row[letters.count]
}
