/// What has the look of a secret.
extension MaskedPage {
    /// Half bytes: a shared secret has 64 of them. Digests of up to 20 bytes stay, as build ids are.
    private static let longHex = 48
    /// Signs of base64: 32 bytes have 43. Capital and small letters and digits must be among them.
    private static let longBase64 = 40

    mutating func hideSecrets() {
        hideLabelled()
        hideLongHex()
        hideLongBase64()
        hideURLParts()
    }

    private mutating func hideLongHex() {
        for run in hexRuns {
            let isLong =
                run.widths.contains { $0 >= Self.longHex } || (run.isColumns && run.values.count >= Self.longHex)
            guard isLong else { continue }
            for place in run.places { hide(place) }
        }
    }

    private mutating func hideLongBase64() {
        var place = 0
        while place < scalars.count {
            var end = place
            while end < scalars.count, Base64Run.value(scalars[end]) != nil { end += 1 }
            if isKey(place..<end) { hideAll(place..<end) }
            place = max(end, place + 1)
        }
    }

    /// Also a part of a JSON web token, which begins with the base64 of `{"`.
    private func isKey(_ places: Range<Int>) -> Bool {
        let isToken = places.count >= 16 && scalars[places].starts(with: "eyJ".unicodeScalars)
        guard places.count >= Self.longBase64 || isToken else { return false }
        let text = scalars[places]
        return text.contains { ("A"..."Z").contains($0) } && text.contains { ("a"..."z").contains($0) }
            && (isToken || text.contains { ("0"..."9").contains($0) })
    }

    /// `scheme://user:password@host/path?query`.
    private mutating func hideURLParts() {
        var place = 0
        while place + 2 < scalars.count {
            guard scalars[place] == ":", scalars[place + 1] == "/", scalars[place + 2] == "/" else {
                place += 1
                continue
            }
            let start = place + 3
            var end = start
            while end < scalars.count, isURL(end) { end += 1 }
            let host = scalars[start..<end].firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? end
            if let at = scalars[start..<host].lastIndex(of: "@") { hideAll(start..<at) }
            if let query = scalars[start..<end].firstIndex(of: "?") { hideAll((query + 1)..<end) }
            place = end
        }
    }

    private func isURL(_ place: Int) -> Bool {
        let scalar = scalars[place]
        return scalar.value > 0x20 && scalar != "\"" && scalar != "<" && scalar != ">" && scalar != "'"
    }

    /// Separators too.
    private mutating func hideAll(_ places: Range<Int>) {
        for place in places { hide(place) }
    }
}

// MARK: What stands behind its name

extension MaskedPage {
    /// Ends of words, without `-` and `_`, in small letters.
    private static let labels = [
        "secret", "token", "password", "passphrase", "passwd", "apikey", "authorization", "cookie", "privatekey", "pin",
        "pinblock", "cvv", "cvc", "credential", "credentials", "bearer", "proof",
    ]
    private static let longestLabel = 40

    private mutating func hideLabelled() {
        var place = 0
        while place < scalars.count {
            let start = place
            while place < scalars.count, isLabel(place) { place += 1 }
            guard place > start, let value = value(after: place, label: start..<place) else {
                place = max(place, start + 1)
                continue
            }
            hideAll(value)
            place = value.upperBound
        }
    }

    private func isLabel(_ place: Int) -> Bool {
        signs[place].isWord || scalars[place] == "_" || scalars[place] == "-"
    }

    /// The value behind a label: to the end of its quotes or its element, to the end of the line for headers, else to
    /// the next white space or comma.
    private func value(after end: Int, label: Range<Int>) -> Range<Int>? {
        let word = String(String.UnicodeScalarView(scalars[label].suffix(Self.longestLabel))).lowercased()
            .filter { $0 != "_" && $0 != "-" }
        guard let name = Self.labels.first(where: word.hasSuffix) else { return nil }
        let isEndTag =
            end < scalars.count && scalars[end] == ">" && label.lowerBound > 0 && scalars[label.lowerBound - 1] == "/"
        guard !isEndTag else { return nil }
        var (start, hasMark, quote) = (end, name == "bearer", false)
        while start < scalars.count {
            switch scalars[start] {
            case ":", "=", ">": hasMark = true
            case "\"", "'": quote = true
            case " ", "\t", "\\": quote = false
            default: return hasMark ? start..<valueEnd(from: start, isQuoted: quote, name) : nil
            }
            start += 1
        }
        return nil
    }

    private func valueEnd(from start: Int, isQuoted: Bool, _ name: String) -> Int {
        let isLine = name == "authorization" || name == "cookie" || name == "passphrase" || name == "password"
        var end = start
        while end < scalars.count, signs[end].kind != .lineBreak, scalars[end] != "<" {
            if isQuoted || isLine ? scalars[end] == "\"" : " \t,;\"'}&".unicodeScalars.contains(scalars[end]) { break }
            end += 1
        }
        return end
    }
}
