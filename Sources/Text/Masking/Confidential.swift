/// Takes out of text what must not be given to anybody: card numbers, and whatever has the look of a secret.
public enum Confidential {
    /// `text` with `*` in place of card numbers, of what stands behind words as `secret` and `token`, of user names
    /// and passwords in URLs and what follows `?` in them, of long hex and base64. It stays as long as it is. It also
    /// fails closed: a digest or an identifier of such a form goes too.
    /// - Returns: the text, and in how many places something was hidden.
    public static func hide(_ text: String) -> (text: String, places: Int) {
        var page = MaskedPage(Array(text.unicodeScalars))
        page.hideSecrets()
        _ = page.commit()
        let hidden = Masking.mask(page.text)
        return (hidden, places(text, hidden))
    }

    private static func places(_ before: String, _ after: String) -> Int {
        var (count, isInside) = (0, false)
        for (old, new) in zip(before.unicodeScalars, after.unicodeScalars) {
            if old == new {
                // Separators within a number are shown.
                isInside = isInside && !Sign(old).isWord && Sign(old).kind != .lineBreak
            } else if !isInside {
                count += 1
                isInside = true
            }
        }
        return count
    }
}
