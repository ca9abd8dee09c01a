/// The text between a receipt's tags, for one that the parser can't take. A tag ends a line; what is no tag stays.
enum WithoutTags {
    static func text(of html: String) -> String {
        var text = ""
        var rest = html[...]
        while let open = rest.firstIndex(of: "<") {
            let after = rest.index(after: open)
            text += rest[..<open]
            if let end = endOfTag(rest[after...]) {
                text += "\n"
                rest = rest[end...]
            } else {
                text += "<"
                rest = rest[after...]
            }
        }
        return text + rest
    }

    /// Where the text goes on after a tag; nil where there is none, or another begins before it ends.
    private static func endOfTag(_ text: Substring) -> Substring.Index? {
        guard let first = text.first, first.isLetter || first == "/" || first == "!",
            let end = text.firstIndex(where: { $0 == ">" || $0 == "<" }), text[end] == ">"
        else { return nil }
        return text.index(after: end)
    }
}
