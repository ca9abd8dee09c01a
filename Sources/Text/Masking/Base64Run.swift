/// Pieces of base64, of either alphabet, with white space between them and perhaps with padding behind.
struct Base64Run {
    private static let widestGap = 8

    /// Where in the text each sign stands, and its value.
    private(set) var places: [Int] = []
    private(set) var values: [UInt8] = []
    /// Parts of `places`; the first index of each is its place in `places`.
    private(set) var pieces: [Range<Int>] = []
    /// The index after the last sign and its padding.
    private(set) var end: Int
    private(set) var padding = 0

    /// Reads the run whose first sign stands at `start`.
    init(in page: MaskedPage, from start: Int) {
        end = start
        var place = start
        while place < page.scalars.count, let value = Self.value(page.scalars[place]) {
            let first = places.count
            var next: UInt8? = value
            while let sign = next {
                places.append(place)
                values.append(sign)
                place += 1
                next = place < page.scalars.count ? Self.value(page.scalars[place]) : nil
            }
            pieces.append(first..<places.count)
            end = place
            if place < page.scalars.count, page.scalars[place] == "=" { break }
            place = Self.skipSpace(in: page, from: place)
        }
        while end < page.scalars.count, page.scalars[end] == "=", padding < 2 {
            end += 1
            padding += 1
        }
    }

    private static func skipSpace(in page: MaskedPage, from start: Int) -> Int {
        var place = start
        while place < page.scalars.count, place < start + widestGap, page.scalars[place].properties.isWhitespace {
            place += 1
        }
        return place
    }

    static func value(_ scalar: Unicode.Scalar) -> UInt8? {
        guard scalar.isASCII else { return nil }
        let value = values[Int(scalar.value)]
        return value < 64 ? value : nil
    }

    private static let values: [UInt8] = {
        var table = [UInt8](repeating: 64, count: 128)
        let signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (value, sign) in signs.utf8.enumerated() { table[Int(sign)] = UInt8(value) }
        table[Int(UInt8(ascii: "-"))] = 62
        table[Int(UInt8(ascii: "_"))] = 63
        return table
    }()

    /// The bytes of a part, and for each the signs that hold it.
    func text(_ part: Range<Int>) -> EncodedText {
        var text = EncodedText()
        var start = part.lowerBound
        while start + 1 < part.upperBound {
            let group = values[start..<min(start + 4, part.upperBound)]
            let bits = group.reduce(UInt32(0)) { $0 << 6 | UInt32($1) } << UInt32(6 * (4 - group.count))
            for index in 0..<(group.count - 1) {
                let byte = UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * index))
                text.append(byte, from: (start + index)..<(start + index + 2))
            }
            start += 4
        }
        return text
    }

    /// From so many signs on a single full line may have a rest behind it. [own choice]
    private static let wideLine = 16

    /// The pieces that are lines of one wrapped text: equally wide, but for a last one that may be shorter. Two words
    /// of a sentence are none.
    var units: [Range<Int>] {
        var units: [Range<Int>] = []
        var (width, lines) = (0, 0)
        for piece in pieces {
            let isLine = width >= 4 && piece.count == width
            let isRest = piece.count < width && (lines > 1 || width >= Self.wideLine)
            if lines > 0, isLine || isRest, let unit = units.last {
                units[units.count - 1] = unit.lowerBound..<piece.upperBound
                lines = isRest ? 0 : lines + 1
            } else {
                units.append(piece)
                (width, lines) = (piece.count, 1)
            }
        }
        return units
    }
}
