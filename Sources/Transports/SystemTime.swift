import CPosix
import Glibc
public import Ports
public import Time

/// The machine's clocks.
public struct SystemTime: TimeSource {
    public init() {}

    public func uptime() -> Uptime {
        let time = read(CLOCK_MONOTONIC)
        return Uptime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    public func wallTime() -> WallTime {
        let time = read(CLOCK_REALTIME)
        return WallTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    public func civilTime() -> CivilTime {
        var seconds = read(CLOCK_REALTIME).tv_sec
        var local = tm()
        guard localtime_r(&seconds, &local) != nil else { return CivilTime(wallTime()) }
        return CivilTime(
            year: Int(local.tm_year) + 1900, month: Int(local.tm_mon) + 1, day: Int(local.tm_mday),
            hour: Int(local.tm_hour), minute: Int(local.tm_min), second: Int(local.tm_sec))
    }

    private func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        clock_gettime(clock, &time)
        return time
    }
}
