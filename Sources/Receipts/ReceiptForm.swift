/// What a receipt is made of. Readers send HTML, or the URL of it; some send an image, and hosts send plain text.
enum ReceiptForm: Hashable {
    case empty
    case url(String)
    /// A `data:` URI, or base64 without one.
    case image
    case html
    case plain

    /// The fewest characters of base64 that are taken for an image; a shorter run may be a word. *own choice*
    private static let shortestImage = 64

    init(_ text: String) {
        let trimmed = text.trimmed
        let start = trimmed.prefix(8).lowercased()
        let isOneWord = !trimmed.contains(where: \.isWhitespace)
        if trimmed.isEmpty {
            self = .empty
        } else if start.hasPrefix("data:") {
            self = .image
        } else if isOneWord, start.hasPrefix("http://") || start.hasPrefix("https://") {
            self = .url(String(trimmed))
        } else if Self.hasTag(trimmed) {
            self = .html
        } else {
            self = Self.isBase64(trimmed) ? .image : .plain
        }
    }

    /// A `<` that a letter, a slash or an exclamation mark follows.
    private static func hasTag(_ text: Substring) -> Bool {
        zip(text.utf8, text.utf8.dropFirst()).contains { first, second in
            first == UInt8(ascii: "<") && (second == 0x2F || second == 0x21 || isLetter(second))
        }
    }

    /// Base64 may be broken into lines, but has no spaces in them. Asterisks stand where the till could not see what is
    /// in it and has hidden it.
    private static func isBase64(_ text: Substring) -> Bool {
        var count = 0
        for byte in text.utf8 where byte != 0x0A && byte != 0x0D {
            let isDigit = (0x30...0x39).contains(byte)
            guard isLetter(byte) || isDigit || [0x2A, 0x2B, 0x2F, 0x3D].contains(byte) else { return false }
            count += 1
        }
        return count >= shortestImage
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}

extension StringProtocol where SubSequence == Substring {
    /// Without white space at both ends.
    var trimmed: Substring {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return self[first...last]
    }
}
