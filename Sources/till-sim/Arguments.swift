/// A command line taken apart: `--name value` or `--name=value`, words, and `--` after which everything is a word.
struct Arguments {
    private static let flags: Set = ["help", "version"]

    private var words: [String] = []
    private var options: [(name: String, value: String)] = []
    private var raised: Set<String> = []

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                words += rest
                return
            }
            guard argument.hasPrefix("--") else {
                words.append(argument)
                continue
            }
            let sides = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(sides[0])
            if Self.flags.contains(name), sides.count == 1 {
                raised.insert(name)
            } else if let value = sides.count == 2 ? String(sides[1]) : rest.popFirst() {
                options.append((name, value))
            } else {
                throw UsageError("--\(name): a value is missing")
            }
        }
    }

    mutating func takeFlag(_ name: String) -> Bool { raised.remove(name) != nil }

    mutating func takeWord() -> String? { words.isEmpty ? nil : words.removeFirst() }

    /// The option's last value.
    mutating func take(_ name: String) -> String? {
        let values = options.filter { $0.name == name }
        options.removeAll { $0.name == name }
        return values.last?.value
    }

    /// - Throws: where something is left that nobody took.
    func expectEnd() throws(UsageError) {
        if let option = options.first { throw UsageError("--\(option.name): no such option; try till-sim --help") }
        if let word = words.first { throw UsageError("\(word): not expected here") }
    }
}
