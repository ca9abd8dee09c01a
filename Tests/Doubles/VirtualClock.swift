public import Ports
import Threads
public import Time

/// A clock that a test moves: it never goes by itself.
public final class VirtualClock: TimeSource {
    private let elapsed = Locked(Uptime.zero)
    private let start: WallTime

    /// - Parameter start: what the clock on the wall shows at first; 2026-03-10T10:16:10Z unless told.
    public init(start: WallTime = WallTime(milliseconds: 1_773_137_770_000)) {
        self.start = start
    }

    public func uptime() -> Uptime { elapsed.withLock { $0 } }

    public func wallTime() -> WallTime {
        WallTime(milliseconds: start.milliseconds + uptime().nanoseconds / 1_000_000)
    }

    public func civilTime() -> CivilTime { CivilTime(wallTime()) }

    public func advance(by wait: Duration) { elapsed.withLock { $0 = $0 + wait } }

    /// Goes on to a deadline; never back.
    public func advance(to deadline: Uptime) { elapsed.withLock { $0 = max($0, deadline) } }
}
