public import Ports
import Threads
public import Time

/// Clocks that stand still until a test moves them. Begins at uptime 0 and 2026-03-10T10:16:10Z.
public final class VirtualClock: TimeSource {
    private let passed = Locked(Duration.zero)
    private let start = WallTime(milliseconds: 1_773_137_770_000)

    public init() {}

    public func uptime() -> Uptime { Uptime.zero + passed.withLock { $0 } }

    public func wallTime() -> WallTime {
        WallTime(milliseconds: start.milliseconds + passed.withLock { $0 }.milliseconds)
    }

    public func civilTime() -> CivilTime { CivilTime(wallTime()) }

    public func advance(by time: Duration) { passed.withLock { $0 += time } }

    /// Moves on to a point in time; one that has gone by changes nothing.
    public func advance(to point: Uptime) { passed.withLock { $0 = max($0, point - Uptime.zero) } }
}
