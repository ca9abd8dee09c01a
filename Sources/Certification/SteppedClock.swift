import Ports
import Threads
import Time

/// A clock that goes when it is told to: a run of minutes takes none.
final class SteppedClock: TimeSource {
    private let elapsed = Locked(Uptime.zero)
    /// 2026-03-10T10:16:10Z. *own choice*
    private static let start: Int64 = 1_773_137_770_000

    func uptime() -> Uptime { elapsed.withLock { $0 } }

    func wallTime() -> WallTime { WallTime(milliseconds: Self.start + uptime().nanoseconds / 1_000_000) }

    func civilTime() -> CivilTime { CivilTime(wallTime()) }

    /// Goes on to a moment; never back.
    func advance(to moment: Uptime) { elapsed.withLock { $0 = max($0, moment) } }
}
