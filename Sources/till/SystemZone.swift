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
}
