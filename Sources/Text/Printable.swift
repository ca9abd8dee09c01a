/// Makes text from outside safe to show on one line of any sink: screen, plain output, log, window title.
///
/// Escape sequences go whole; other control, format and bidirectional characters go; line breaks and tabs become
/// spaces. What is left has one meaning on every terminal: joined emoji fall apart into their parts, skin tones and
/// variation selectors go, flags become their two letters, and characters that Unicode does not know become U+FFFD.
/// Running it twice changes nothing.
public func printable(_ text: String) -> String {
    if text.unicodeScalars.allSatisfy(isPlain) { return text }
    var cleaner = Cleaner(Array(text.unicodeScalars))
    return cleaner.clean()
}

/// The characters of our own screens and of most names: shown as they are, with nothing to look up.
private func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF: true
    case 0x2010...0x2027, 0x202F, 0x20A0...0x20B9, 0x2190...0x21FF, 0x2500...0x259F: true
    default: false
    }
}

/// The same for bytes that should be UTF-8: what is not becomes U+FFFD.
public func printable(utf8 bytes: some Collection<UInt8>) -> String {
    printable(String(decoding: bytes, as: UTF8.self))
}

/// Text of several lines, each made printable. Breaks at CR LF and at every line break that Unicode knows.
public func printableLines(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { printable(String($0)) }
}

/// One pass over the scalars of one line.
private struct Cleaner {
    private let scalars: [Unicode.Scalar]
    private var sequences: EscapeSequences
    private var kept = String.UnicodeScalarView()

    init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
        sequences = EscapeSequences()
    }

    mutating func clean() -> String {
        var index = 0
        while index < scalars.count {
            if let end = sequences.end(in: scalars, from: index) {
                index = end
                continue
            }
            if let shown = replacement(for: scalars[index]) { kept.append(shown) }
            index += 1
        }
        return String(kept)
    }

    /// What stands for a scalar; nil where nothing does.
    private func replacement(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF, 0x2010...0x2027, 0x20A0...0x20B9, 0x2500...0x259F: return scalar
        case 0x09...0x0D, 0x85, 0x2028, 0x2029: return " "
        case 0x1F1E6...0x1F1FF: return Unicode.Scalar(scalar.value - 0x1F1E6 + 0x41)
        case 0x1F3FB...0x1F3FF, 0xFE00...0xFE0F, 0xE0100...0xE01EF, 0x180B...0x180F: return nil
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate: return nil
        case .unassigned: return "\u{FFFD}"
        default: return scalar
        }
    }
}
