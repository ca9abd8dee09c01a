import CPosix
import Glibc
public import Ports
public import Time

/// The machine's clocks.
public struct SystemTime: TimeSource {
    /// How many times faster deadlines come: 1 but in rehearsals with virtual readers.
    private let scale: Int64
    private let start: Int64

    public init(scale: Int64 = 1) {
        self.scale = max(1, scale)
        start = Self.monotonic()
    }

    public func uptime() -> Uptime {
        let now = Self.monotonic()
        return Uptime(nanoseconds: scale == 1 ? now : start + (now - start) * scale)
    }

    public func nanoseconds(of deadline: Uptime) -> Int64 {
        scale == 1 ? deadline.nanoseconds : start + (deadline.nanoseconds - start) / scale
    }

    private static func monotonic() -> Int64 {
        let time = read(CLOCK_MONOTONIC)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    public func wallTime() -> WallTime {
        let time = Self.read(CLOCK_REALTIME)
        return WallTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    public func civilTime() -> CivilTime {
        var seconds = Self.read(CLOCK_REALTIME).tv_sec
        var local = tm()
        guard localtime_r(&seconds, &local) != nil else { return CivilTime(wallTime()) }
        return CivilTime(
            year: Int(local.tm_year) + 1900, month: Int(local.tm_mon) + 1, day: Int(local.tm_mday),
            hour: Int(local.tm_hour), minute: Int(local.tm_min), second: Int(local.tm_sec))
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        clock_gettime(clock, &time)
        return time
    }
}
