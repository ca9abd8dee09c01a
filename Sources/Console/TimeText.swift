import Time

/// A duration as a clock shows it: `1:05`, whole seconds. Less than none is none.
func clockText(_ duration: Duration) -> String {
    let seconds = max(0, duration.milliseconds / 1000)
    let rest = seconds % 60
    return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
}
