import Time
import Wire

extension ByteReader {
    /// A clock in six plain bytes, years from 2000. *seen twice* (datecs.md 5)
    /// - Throws: `WireError` where a byte is no such part of a date or a time.
    mutating func clock(_ field: String) throws(WireError) -> CivilTime {
        CivilTime(
            year: 2000 + (try part(0...99, field, "year")), month: try part(1...12, field, "month"),
            day: try part(1...31, field, "day"), hour: try part(0...23, field, "hour"),
            minute: try part(0...59, field, "minute"), second: try part(0...59, field, "second"))
    }

    private mutating func part(_ range: ClosedRange<Int>, _ field: String, _ name: String) throws(WireError) -> Int {
        let start = self
        let value = Int(try uint8(field))
        guard range.contains(value) else {
            throw start.error(
                field, name, expected: "\(range.lowerBound) to \(range.upperBound)", found: "\(value)")
        }
        return value
    }

    /// Text in a place of fixed width, without the padding behind it: NUL, or space. *inferred*
    mutating func padded(_ width: Int, _ field: String) throws(WireError) -> String {
        let bytes = try take(width, field)
        let end = bytes.lastIndex { $0 != 0 && $0 != 0x20 } ?? -1
        return String(windows1251: bytes[...end])
    }
}

extension CivilTime {
    /// Six plain bytes; a part that doesn't fit is taken as the nearest one that does.
    var fields: [UInt8] {
        [UInt8(clamping: min(year - 2000, 99))] + [month, day, hour, minute, second].map { UInt8(clamping: $0) }
    }
}

extension [UInt8] {
    /// A number, most significant byte first.
    init(number: some FixedWidthInteger) {
        self = []
        append(bigEndian: number)
    }

    /// Appends text in a place of fixed width: cut, or padded with NUL.
    mutating func append(padded text: String, _ width: Int) {
        let bytes = text.windows1251.prefix(width)
        self += bytes + Array(repeating: 0, count: width - bytes.count)
    }
}
