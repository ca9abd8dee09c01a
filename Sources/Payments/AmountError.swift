/// Why a text is no amount that can be charged. The raw value is the stable code; the words are the locale's.
public enum AmountError: String, Error, Hashable, Sendable, CaseIterable {
    /// Nothing but white space, or longer than any amount.
    case notAnAmount
    /// A plus or a minus: an amount has no sign.
    case sign
    /// Something that is neither an ASCII digit nor a separator: letters, Arabic or full-width digits, a symbol.
    case unexpectedCharacter
    /// Separators in places where no notation has them: `1.23.4`, `1,2.3,4`, `12 50`.
    case misplacedSeparator
    /// One separator and three digits (`1,234` EUR): a thousand or a fraction. Ask, never guess.
    case ambiguous
    case tooManyDecimals
    case zero
    /// Above 4,294,967,295 minor units, which is what the readers' amount field carries.
    case tooLarge
}
