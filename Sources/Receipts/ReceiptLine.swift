/// One line of a receipt, ready for any sink: printable, without card numbers, and no wider than what was asked for.
public struct ReceiptLine: Hashable, Sendable {
    /// A label and its value stand at both ends with spaces between; a rule is a line of dashes.
    public var text: String
    public var isBold: Bool
    /// Where the text stands if there is more room than it needs.
    public var isCentred: Bool

    public init(_ text: String, isBold: Bool = false, isCentred: Bool = false) {
        self.text = text
        self.isBold = isBold
        self.isCentred = isCentred
    }
}
