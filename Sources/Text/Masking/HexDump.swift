/// Lines of a hex dump, as `hexdump -C` and `xxd` write them: an offset, bytes, characters. A number may run over the
/// end of a line.
struct HexDump {
    struct Line {
        var bytes: Range<Int>
        /// What follows the bytes.
        var characters: Range<Int>
    }

    private(set) var lines: [Line] = []
    private(set) var places: [Int] = []
    private(set) var values: [UInt8] = []

    /// The offset's digits. [own choice]
    private static let offset = 4...16

    /// All dumps of two lines at least.
    static func all(in page: MaskedPage) -> [HexDump] {
        var dumps: [HexDump] = []
        var dump = HexDump()
        var start = 0
        while start < page.signs.count {
            var end = start
            while end < page.signs.count, page.signs[end].kind != .lineBreak { end += 1 }
            if !dump.append(start..<end, of: page) {
                if dump.lines.count > 1 { dumps.append(dump) }
                dump = HexDump()
            }
            start = end + 1
        }
        return dump.lines.count > 1 ? dumps + [dump] : dumps
    }

    /// - Returns: whether the line is one of a dump.
    private mutating func append(_ line: Range<Int>, of page: MaskedPage) -> Bool {
        guard var place = Self.bytes(of: line, page) else { return false }
        let first = place
        var last = place
        while place < line.upperBound {
            var end = place
            while end < line.upperBound, page.signs[end].nibble >= 0 { end += 1 }
            guard end > place, (end - place) % 2 == 0, end == line.upperBound || Self.isGap(page, end) else { break }
            for index in place..<end {
                places.append(index)
                values.append(UInt8(page.signs[index].nibble))
            }
            last = end
            place = end
            var gap = 0
            while place < line.upperBound, gap < 2, Self.isGap(page, place) {
                place += 1
                gap += 1
            }
        }
        guard last > first else { return false }
        lines.append(Line(bytes: first..<last, characters: last..<line.upperBound))
        return true
    }

    /// Where the bytes begin; nil where the line has no offset.
    private static func bytes(of line: Range<Int>, _ page: MaskedPage) -> Int? {
        var place = line.lowerBound
        while place < line.upperBound, isGap(page, place) { place += 1 }
        let start = place
        while place < line.upperBound, page.signs[place].nibble >= 0 { place += 1 }
        guard offset.contains(place - start) else { return nil }
        if place < line.upperBound, page.scalars[place] == ":" { place += 1 }
        let end = place
        while place < line.upperBound, isGap(page, place) { place += 1 }
        return place > end && place < line.upperBound ? place : nil
    }

    private static func isGap(_ page: MaskedPage, _ place: Int) -> Bool {
        page.scalars[place] == " " || page.scalars[place] == "\t"
    }
}
