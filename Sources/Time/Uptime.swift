/// A point on a clock that never goes back: nanoseconds since an arbitrary start. Deadlines are made of these.
public struct Uptime: Hashable, Comparable, Sendable {
    /// Nanoseconds since the clock's start.
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    public static let zero = Uptime(nanoseconds: 0)

    public static func < (a: Uptime, b: Uptime) -> Bool { a.nanoseconds < b.nanoseconds }

    /// The point `wait` later; saturates instead of overflowing.
    public static func + (start: Uptime, wait: Duration) -> Uptime {
        let (sum, overflow) = start.nanoseconds.addingReportingOverflow(wait.nanoseconds)
        return Uptime(nanoseconds: overflow ? .max : sum)
    }

    /// The time that went by from `start` to `end`.
    public static func - (end: Uptime, start: Uptime) -> Duration {
        .nanoseconds(end.nanoseconds.subtractingReportingOverflow(start.nanoseconds).partialValue)
    }
}

extension Duration {
    /// The duration in nanoseconds; saturates beyond 292 years.
    public var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflow || carry ? (seconds < 0 ? .min : .max) : sum
    }

    /// The duration in whole milliseconds, rounded down.
    public var milliseconds: Int64 { nanoseconds / 1_000_000 }
}
