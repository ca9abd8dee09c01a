import CommandLine
import Transports

/// Reads typed values out of a parsed command line.
struct OptionReader {
    private let parsed: ParsedCommand

    init(_ parsed: ParsedCommand) { self.parsed = parsed }

    /// - Parameter wanted: what would have been right, for the error.
    /// - Returns: nil where the option is absent.
    func read<Value>(
        _ name: String, _ wanted: String, _ read: (String) -> Value?
    ) throws(UsageError) -> Value? {
        guard let text = parsed[name] else { return nil }
        guard let value = read(text) else { throw .badChoice(option: name, value: text, choices: [wanted]) }
        return value
    }
}

/// What may stand for a value, for an error.
func names<Choice: CaseIterable & RawRepresentable<String>>(_ type: Choice.Type) -> String {
    type.allCases.map(\.rawValue).joined(separator: ", ")
}

/// Where the kernel gives none, the same world every time is no harm.
func randomSeed() -> UInt64 {
    (try? SystemRandom())?.bytes(8).reduce(0) { $0 << 8 | UInt64($1) } ?? 0
}
