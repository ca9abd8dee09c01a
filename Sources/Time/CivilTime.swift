/// A date and a time of day as a wall clock shows them, without a zone.
public struct CivilTime: Hashable, Sendable {
    public var year, month, day, hour, minute, second: Int

    public init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// The reading of a wall clock that is `secondsFromUTC` ahead of UTC (proleptic Gregorian calendar).
    public init(_ moment: WallTime, secondsFromUTC: Int = 0) {
        let local = floorDivide(moment.milliseconds, 1000) + Int64(secondsFromUTC)
        let days = floorDivide(local, 86_400)
        let rest = Int(local - days * 86_400)
        let (year, month, day) = Self.date(daysSinceEpoch: days)
        self.init(
            year: year, month: month, day: day, hour: rest / 3600, minute: rest / 60 % 60, second: rest % 60)
    }

    /// Days to date by counting 400-year eras that start on 1 March.
    private static func date(daysSinceEpoch: Int64) -> (Int, Int, Int) {
        let shifted = daysSinceEpoch + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = Int(marchMonth < 10 ? marchMonth + 3 : marchMonth - 9)
        let year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
        return (year, month, Int(dayOfYear - (153 * marchMonth + 2) / 5) + 1)
    }
}

/// Rounds down, also below zero.
func floorDivide(_ a: Int64, _ b: Int64) -> Int64 {
    a >= 0 ? a / b : -((-a + b - 1) / b)
}
