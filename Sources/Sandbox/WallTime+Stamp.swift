import Time

extension WallTime {
    /// `YYYYMMDDHHmmssSSS` in UTC. Source: gateways.md B.5.
    var gatewayStamp: String {
        let time = CivilTime(self)
        let rest = Int((milliseconds % 1000 + 1000) % 1000)
        let parts = [
            (time.year, 4), (time.month, 2), (time.day, 2), (time.hour, 2), (time.minute, 2), (time.second, 2),
            (rest, 3),
        ]
        return parts.map { padded($0, $1) }.joined()
    }
}

/// A number with leading zeros.
func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
