import Glibc
import Time

/// The machine's time zone.
enum SystemZone {
    /// How far the zone is ahead of UTC at a moment.
    static func secondsFromUTC(_ moment: WallTime) -> Int {
        var seconds = time_t(moment.milliseconds / 1000)
        var civil = tm()
        guard localtime_r(&seconds, &civil) != nil else { return 0 }
        return Int(civil.tm_gmtoff)
    }

    /// When a day begins; `days` later for the days after it. Nil where the machine can't say.
    static func start(of day: CivilDay, days: Int = 0) -> WallTime? {
        var civil = tm()
        civil.tm_year = Int32(day.year - 1900)
        civil.tm_mon = Int32(day.month - 1)
        civil.tm_mday = Int32(day.day + days)
        civil.tm_isdst = -1
        civil.tm_wday = -1
        let seconds = mktime(&civil)
        return civil.tm_wday < 0 ? nil : WallTime(milliseconds: Int64(seconds) * 1000)
    }
}
