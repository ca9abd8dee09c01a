/// What stands in for a card that nobody has: it follows from the transaction, so a reader and its acquirer name the
/// same. [own choice]
public enum CardToken {
    /// - Parameter id: the transaction's GUID.
    public static func text(of id: String) -> String {
        "VT" + id.filter(\.isHexDigit).prefix(14).uppercased()
    }
}
