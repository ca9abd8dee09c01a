/// Takes card numbers out of text, before it is shown, logged or kept.
///
/// It fails closed. What is hidden:
/// - an unbroken run of 13 digits or more, in any script, without asking whether it is a card number;
/// - a run with spaces, dashes, dots, tags and the like in it, where whole groups of it make 13 to 19 digits that
///   pass the Luhn check or stand in the groups of a card;
/// - what follows a number on a magnetic track, and the values of the data objects 5A and 57 in hex;
/// - the same in hex of the characters' codes, in hex dumps, behind `%34`, `\u0034`, `&#52;` and in base64. A piece
///   of base64 that holds a number, as characters or as half bytes, is hidden whole.
///
/// What is no card number by its form stays: GUIDs, dates, registered application identifiers, a merchant or terminal
/// number behind its label (`MID`, `TID`) that fails the Luhn check or begins with 0. In what has the form of a
/// digest, in columns of hex and in base64, half bytes are a card number only where they pass the Luhn check and have
/// the beginning and the length of an issuer's. Chance makes that of 4 SHA-256 digests in 1000 in hex, and of 6 in
/// base64.
///
/// The result is as long as the text, scalar for scalar. Masking twice changes nothing. The time grows with the
/// length.
public enum Masking {
    /// How many digits a card number has. Source: ISO/IEC 7812-1.
    public static let lengths = 13...19
    /// How many digits stay readable.
    public static let shown = 4
    /// What can follow the shortest card number on track 2 and on track 1. Source: ISO/IEC 7813, 40 and 79
    /// characters.
    static let track2Rest = 40 - 13
    static let track1Rest = 79 - 13
    /// Encodings within encodings, as base64 within JSON within percent signs. [own choice]
    static let depth = 2
    /// The shortest text that can hold a number: seven bytes in base64.
    private static let shortest = 10
    /// What is hidden can make a number of what stood beside it. A text that doesn't settle is hidden whole. [own
    /// choice]
    private static let mostPasses = 8

    /// `text` with every card number's digits replaced by `*` but the last four, and with everything after the number
    /// on a magnetic track replaced as well. Separators stay.
    public static func mask(_ text: String) -> String {
        guard text.utf8.count >= shortest else { return text }
        var page = MaskedPage(Array(text.unicodeScalars))
        var changed = false
        for _ in 0..<mostPasses {
            page.hideNumbers(depth: depth)
            guard page.commit() else { return changed ? page.text : text }
            changed = true
        }
        return page.allHidden
    }

    /// One card number: `************1234`. Whatever is too short for a card number is hidden whole.
    public static func maskNumber(_ number: String) -> String {
        let hidden = number.count >= lengths.lowerBound ? number.count - shown : number.count
        return String(repeating: "*", count: hidden) + number.dropFirst(hidden)
    }
}
