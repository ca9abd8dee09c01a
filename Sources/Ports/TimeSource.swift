public import Time

/// The clocks of the world outside.
public protocol TimeSource: Sendable {
    /// For deadlines: never goes back. The real one is CLOCK_MONOTONIC.
    func uptime() -> Uptime
    /// When it is `deadline` by the system's own clock, CLOCK_MONOTONIC, which waits are made with.
    func nanoseconds(of deadline: Uptime) -> Int64
    /// For records.
    func wallTime() -> WallTime
    /// What a clock on the wall shows: sets the reader's clock.
    func civilTime() -> CivilTime
}

extension TimeSource {
    /// A clock that is the system's own.
    public func nanoseconds(of deadline: Uptime) -> Int64 { deadline.nanoseconds }
}
