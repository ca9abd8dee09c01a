import Text

/// What is said of an error.
public struct ErrorWords: Hashable, Sendable {
    /// What happened.
    public var text: String
    /// The one thing to do now; nil where there is none.
    public var next: String?
}

extension Catalogue {
    /// The words for an error by its stable code. A code without words of its own is named.
    /// - Parameter arguments: may come from outside; they are made printable here.
    public func error(_ code: String, _ arguments: [String: String] = [:]) -> ErrorWords {
        let key = "error." + Self.camelCase(code)
        let arguments = arguments.mapValues { printable($0) }
        let isKnown = text(ifPresent: key + ".text") != nil
        let hasNext = text(ifPresent: key + ".next") != nil
        return ErrorWords(
            text: isKnown ? text(key + ".text", arguments) : text("error.other.text", ["code": code]),
            next: hasNext ? text(key + ".next", arguments) : nil)
    }

    /// Codes have hyphens, keys of the locale have humps.
    private static func camelCase(_ code: String) -> String {
        let parts = code.split(separator: "-")
        return parts.dropFirst().reduce(String(parts.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }
}
