import Time

/// The clock on the reader's board: set by I000, driven by what the caller says the time is.
struct ReaderClock: Hashable, Sendable {
    /// Until a host sets it. [own choice]
    private var reading = CivilTime(year: 2026, month: 1, day: 1, hour: 0, minute: 0, second: 0)
    private var setAt = Uptime.zero

    mutating func set(_ reading: CivilTime, at now: Uptime) {
        self.reading = reading
        setAt = now
    }

    func time(at now: Uptime) -> CivilTime {
        let elapsed = (now - setAt).milliseconds
        return CivilTime(WallTime(milliseconds: Self.secondsSinceEpoch(reading) * 1000 + max(0, elapsed)))
    }

    /// `YYYYMMDDhhmmss`.
    func stamp(at now: Uptime) -> String {
        let time = time(at: now)
        let parts = [
            (time.year, 4), (time.month, 2), (time.day, 2), (time.hour, 2), (time.minute, 2), (time.second, 2),
        ]
        return parts.map { padded($0, $1) }.joined()
    }

    /// Counts the days of a proleptic Gregorian date with years that begin in March.
    private static func secondsSinceEpoch(_ time: CivilTime) -> Int64 {
        let year = time.month > 2 ? time.year : time.year - 1
        let monthFromMarch = (time.month + 9) % 12
        let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * monthFromMarch + 2) / 5 + time.day - 719_469
        return Int64(days) * 86_400 + Int64(time.hour * 3600 + time.minute * 60 + time.second)
    }
}

/// A number with leading zeros.
func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
