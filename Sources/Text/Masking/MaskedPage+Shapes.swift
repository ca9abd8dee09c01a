/// What is known by its form to be no card number.
extension MaskedPage {
    /// Sets apart GUIDs, dates and registered application identifiers, and marks digests.
    mutating func markShapes() {
        var place = 0
        while place < scalars.count {
            guard signs[place].isWord, place == 0 || !signs[place - 1].isWord else {
                place += 1
                continue
            }
            if let end = end(ofDigestAt: place) {
                for index in place..<end { isDigest[index] = true }
                place = end
            } else if let end = end(ofGUIDAt: place) ?? end(ofApplicationAt: place) ?? end(ofDateAt: place) {
                for index in place..<end { isApart[index] = true }
                place = end
            } else {
                place += 1
            }
        }
    }

    /// A merchant's or a terminal's number: digits alone, behind its label, that fail the Luhn check or begin with 0.
    /// No card number does either.
    func isMerchantNumber(_ places: ArraySlice<Int>, _ digits: CardDigits, _ part: Range<Int>) -> Bool {
        guard let first = places.first, let last = places.last, part.count <= Self.longestMerchantNumber,
            isWordEnd(last + 1),
            digits.values[part.lowerBound] == 0 || !digits.passesLuhn(part)
        else { return false }
        var end = first
        while end > 0, first - end < 4, signs[end - 1].kind == .separator || scalars[end - 1] == ":" { end -= 1 }
        guard end >= 3, end < first, end == 3 || !signs[end - 4].isWord else { return false }
        return ["MID", "TID"].contains(word(end - 3, length: 3))
    }

    /// Source: ISO 8583, field 42.
    private static let longestMerchantNumber = 15

    /// As many hexadecimal digits in a row as a digest has, some of them letters.
    private func end(ofDigestAt start: Int) -> Int? {
        var (place, letters) = (start, 0)
        while place < scalars.count, place - start <= Self.longestDigest, signs[place].nibble >= 0 {
            letters += signs[place].kind == .letter ? 1 : 0
            place += 1
        }
        guard Self.digestLengths.contains(place - start), letters * 8 >= place - start else { return nil }
        return isWordEnd(place) ? place : nil
    }

    private func isWordEnd(_ place: Int) -> Bool { place == scalars.count || !signs[place].isWord }

    /// Eight, four, four, four and twelve hexadecimal digits, some of them letters, with a version and a variant that
    /// RFC 9562 knows.
    private func end(ofGUIDAt start: Int) -> Int? {
        let end = start + 36
        guard end <= scalars.count, isWordEnd(end), scalars[start + 8] == "-" else { return nil }
        var letters = 0
        for place in start..<end {
            if [8, 13, 18, 23].contains(place - start) {
                guard scalars[place] == "-" else { return nil }
            } else {
                guard signs[place].nibble >= 0 else { return nil }
                letters += signs[place].kind == .letter ? 1 : 0
            }
        }
        let isKnown = (1...8).contains(signs[start + 14].nibble) && (8...11).contains(signs[start + 19].nibble)
        return isKnown && letters >= 4 ? end : nil
    }

    /// MD5, SHA-1, SHA-256, SHA-384 and SHA-512 in hexadecimal digits.
    private static let digestLengths = [32, 40, 64, 96, 128]
    private static let longestDigest = 128

    /// The ten digits by which ISO/IEC 7816-5 registers the provider of a card application.
    private func end(ofApplicationAt start: Int) -> Int? {
        let end = start + 10
        guard scalars[start] == "A", end <= scalars.count, Self.providers.contains(word(start, length: 10)) else {
            return nil
        }
        return end
    }

    private static let providers: Set<String> = [
        "A000000003", "A000000004", "A000000010", "A000000025", "A000000042", "A000000065", "A000000098", "A000000121",
        "A000000141", "A000000152", "A000000277", "A000000324", "A000000333", "A000000359", "A000000384", "A000000524",
        "A000000658", "A000000672",
    ]

    /// `2026-03-10` or `10.03.2026`, in this century or the last: no card number begins with 19 or 20.
    private func end(ofDateAt start: Int) -> Int? {
        let end = start + 10
        guard end <= scalars.count, signs[start].kind == .digit else { return nil }
        let isYearFirst = scalars[start + 4].isDateMark
        let (first, second) = isYearFirst ? (start + 4, start + 7) : (start + 2, start + 5)
        let mark = scalars[first]
        guard mark.isDateMark, scalars[second] == mark, !continues(start - 1, -1, mark), !continues(end, 1, mark) else {
            return nil
        }
        let year = number(isYearFirst ? start : start + 6, length: 4)
        let (low, high) = (
            number(isYearFirst ? start + 5 : start, length: 2), number(first + (isYearFirst ? 4 : 1), length: 2)
        )
        guard let year, let low, let high, (1900...2099).contains(year) else { return nil }
        return (1...31).contains(low) && (1...31).contains(high) && min(low, high) <= 12 ? end : nil
    }

    /// Whether digits go on beside a date, with or without its mark.
    private func continues(_ place: Int, _ step: Int, _ mark: Unicode.Scalar) -> Bool {
        guard scalars.indices.contains(place) else { return false }
        if signs[place].kind == .digit { return true }
        return scalars[place] == mark && scalars.indices.contains(place + step) && signs[place + step].kind == .digit
    }

    private func number(_ start: Int, length: Int) -> Int? {
        var value = 0
        for place in start..<(start + length) {
            guard signs[place].digit >= 0 else { return nil }
            value = value * 10 + Int(signs[place].digit)
        }
        return value
    }

    private func word(_ start: Int, length: Int) -> String {
        String(String.UnicodeScalarView(scalars[start..<(start + length)])).uppercased()
    }
}

extension Unicode.Scalar {
    fileprivate var isDateMark: Bool { self == "-" || self == "." || self == "/" }
}
