/// `text` in ASCII, for terminals and paper that have nothing else: letters lose their accents, signs become the
/// nearest words or marks, and what has no likeness becomes `?`.
public func asciified(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return text.reduce(into: "") { $0 += likeness(of: $1) }
}

private func likeness(of character: Character) -> String {
    if character.isASCII { return String(character) }
    if let sign = signs[character] { return sign }
    if character.isWhitespace { return " " }
    if let letter = accents[character] { return String(letter) }
    return String(repeating: "?", count: cellWidth(of: String(character)))
}

private let signs: [Character: String] = [
    "€": "EUR", "£": "GBP", "…": "...", "–": "-", "—": "-", "«": "\"", "»": "\"", "“": "\"", "”": "\"", "‘": "'",
    "’": "'",
    "×": "x", "·": "-", "•": "*", "↑": "^", "↓": "v", "←": "<", "→": ">", "✓": "+", "✗": "x", "¿": "", "¡": "",
    "º": "o",
    "ª": "a", "°": "o", "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "─": "-", "│": "|",
]

/// The accented letters of western Europe.
private let accents: [Character: Character] = {
    let groups = [
        "AÀÁÂÃÄÅ", "CÇ", "EÈÉÊË", "IÌÍÎÏ", "NÑ", "OÒÓÔÕÖØ", "UÙÚÛÜ", "YÝŸ", "aàáâãäå", "cç", "eèéêë", "iìíîï", "nñ",
        "oòóôõöø", "uùúûü", "yýÿ",
    ]
    var table: [Character: Character] = [:]
    for group in groups {
        guard let base = group.first else { continue }
        for accented in group.dropFirst() { table[accented] = base }
    }
    return table
}()
