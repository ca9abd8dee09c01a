/// A moment in civil time: milliseconds since 1970-01-01T00:00:00Z. For records and people, never for deadlines.
public struct WallTime: Hashable, Comparable, Sendable {
    /// Milliseconds since the Unix epoch.
    public var milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    public static func < (a: WallTime, b: WallTime) -> Bool { a.milliseconds < b.milliseconds }

    /// RFC 3339 in UTC with milliseconds: `2026-03-10T10:16:10.000Z`.
    public var rfc3339: String {
        let civil = CivilTime(self)
        let millis = Int((milliseconds % 1000 + 1000) % 1000)
        return "\(pad(civil.year, 4))-\(pad(civil.month, 2))-\(pad(civil.day, 2))T"
            + "\(pad(civil.hour, 2)):\(pad(civil.minute, 2)):\(pad(civil.second, 2)).\(pad(millis, 3))Z"
    }
}

func pad(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
