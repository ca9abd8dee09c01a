public import Time

/// The clocks of the world outside.
public protocol TimeSource: Sendable {
    /// For deadlines: never goes back. The real one is CLOCK_MONOTONIC.
    func uptime() -> Uptime
    /// For records.
    func wallTime() -> WallTime
    /// What a clock on the wall shows: sets the reader's clock.
    func civilTime() -> CivilTime
}
