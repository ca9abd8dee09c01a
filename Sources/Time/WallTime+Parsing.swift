extension WallTime {
    /// A date and a time with a zone, as RFC 3339 writes them: `2026-11-30T10:16:10Z`, `2026-11-30t10:16:10.5+01:00`.
    /// Anything below a millisecond is dropped; a leap second is the next minute's first.
    /// - Returns: nil for anything else. Source: RFC 3339, 5.6.
    public init?(rfc3339 text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, let day = CivilDay(String(decoding: bytes[..<10], as: UTF8.self)),
            [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(bytes[10]),
            let hour = decimal(bytes[11..<13]), let minute = decimal(bytes[14..<16]),
            let second = decimal(bytes[17..<19]),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            hour < 24, minute < 60, second <= 60,
            let (fraction, zone) = Self.fraction(bytes[19...]), let ahead = Self.zone(zone)
        else { return nil }
        let seconds = day.daysSinceEpoch * 86_400 + Int64(hour * 3600 + minute * 60 + second - ahead)
        self.init(milliseconds: seconds * 1000 + Int64(fraction))
    }

    /// The thousandths behind a point, if there is one, and what follows them.
    private static func fraction(_ bytes: ArraySlice<UInt8>) -> (thousandths: Int, rest: ArraySlice<UInt8>)? {
        guard bytes.first == UInt8(ascii: ".") else { return (0, bytes) }
        let digits = bytes.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard !digits.isEmpty else { return nil }
        let three = Array((digits.prefix(3) + Array(repeating: UInt8(ascii: "0"), count: 3)).prefix(3))
        return decimal(three[...]).map { ($0, bytes.dropFirst(digits.count + 1)) }
    }

    /// By how many seconds a zone is ahead of UTC.
    private static func zone(_ bytes: ArraySlice<UInt8>) -> Int? {
        let bytes = Array(bytes)
        if bytes == [UInt8(ascii: "Z")] || bytes == [UInt8(ascii: "z")] { return 0 }
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"), let hours = decimal(bytes[1..<3]),
            let minutes = decimal(bytes[4..<6]), hours < 24, minutes < 60
        else { return nil }
        let seconds = hours * 3600 + minutes * 60
        return switch bytes[0] {
        case UInt8(ascii: "+"): seconds
        case UInt8(ascii: "-"): -seconds
        default: nil
        }
    }
}
