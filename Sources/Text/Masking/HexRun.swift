/// Hexadecimal digits in tokens with little between them: `4761739001010119`, `47 61 73`, `0x47, 0x61`.
struct HexRun {
    private static let widestGap = 4

    /// Where in the text each digit stands.
    private(set) var places: [Int] = []
    private(set) var values: [UInt8] = []
    /// The index after the last digit.
    private(set) var end: Int
    /// The lengths of the tokens.
    private(set) var widths: [Int] = []

    /// Reads the run whose first digit stands at `start`.
    init(in page: MaskedPage, from start: Int) {
        end = start
        var place = start
        while let first = Self.next(in: page, from: place, isFirst: place == start) {
            var last = first
            while last < page.signs.count, page.signs[last].nibble >= 0 { last += 1 }
            // What goes on as a word is none, unless it is long.
            let isWord = last < page.signs.count && page.signs[last].kind == .letter
            guard !isWord || last - first >= Masking.lengths.lowerBound else {
                end = max(end, last)
                return
            }
            append(first..<last, of: page)
            place = last
            if isWord { return }
        }
    }

    private mutating func append(_ token: Range<Int>, of page: MaskedPage) {
        for place in token {
            places.append(place)
            values.append(UInt8(page.signs[place].nibble))
        }
        widths.append(token.count)
        end = token.upperBound
    }

    /// The next token's first digit, behind separators and `0x` or `\x`.
    private static func next(in page: MaskedPage, from start: Int, isFirst: Bool) -> Int? {
        var (place, gap) = (start, 0)
        while place < page.signs.count {
            if let prefix = prefix(in: page, at: place) {
                place += prefix
            } else if page.signs[place].nibble >= 0 {
                return isFirst || place > start ? place : nil
            } else if page.signs[place].kind == .nothing {
                place += 1
            } else if gap < widestGap,
                page.signs[place].kind == .separator || ":;$".unicodeScalars.contains(page.scalars[place])
            {
                gap += 1
                place += 1
            } else {
                return nil
            }
        }
        return nil
    }

    private static func prefix(in page: MaskedPage, at place: Int) -> Int? {
        guard place + 2 < page.signs.count, page.scalars[place] == "0" || page.scalars[place] == "\\",
            page.scalars[place + 1] == "x" || page.scalars[place + 1] == "X", page.signs[place + 2].nibble >= 0
        else { return nil }
        return 2
    }

    /// Bytes in columns: every token as wide as the first, but for a last one that may be shorter. Its half bytes may
    /// be packed digits; in other runs they are what people write.
    var isColumns: Bool {
        guard let width = widths.first, widths.count > 1, width % 2 == 0, let last = widths.last else { return false }
        return last <= width && widths.dropLast().allSatisfy { $0 == width }
    }
}
