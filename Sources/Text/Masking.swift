/// Takes card numbers out of text and hex, before it is shown, logged or kept.
///
/// It fails closed: an unbroken run of 13 digits or more is masked without asking whether it is a card number. A run with
/// separators is masked where whole groups of it make 13 to 19 digits that pass the Luhn check or stand in the groups of
/// a card; a date and a time on one line are not. Masking twice changes nothing.
public enum Masking {
    /// How many digits a card number has. Source: ISO/IEC 7812-1.
    public static let lengths = 13...19
    /// How many digits stay readable.
    public static let shown = 4
    /// What can follow the shortest card number on track 2 and on track 1. Source: ISO/IEC 7813, 40 and 79 characters.
    static let track2Rest = 40 - 13
    static let track1Rest = 79 - 13

    /// `text` with every card number's digits replaced by `*` but the last four, and with everything after the number
    /// on a magnetic track replaced as well. Separators stay.
    public static func mask(_ text: String) -> String {
        guard text.utf8.count >= lengths.lowerBound else { return text }
        var page = MaskedPage(text)
        page.hideDataObjects()
        page.hideNumbers()
        return page.text
    }

    /// One card number: `************1234`. Whatever is too short for a card number is hidden whole.
    public static func maskNumber(_ number: String) -> String {
        let hidden = number.count >= lengths.lowerBound ? number.count - shown : number.count
        return String(repeating: "*", count: hidden) + number.dropFirst(hidden)
    }
}
