extension CivilTime {
    /// How much later this clock shows than another one of the same zone; negative where it is behind.
    public func seconds(since other: CivilTime) -> Int64 { secondsSinceEpoch - other.secondsSinceEpoch }

    private var secondsSinceEpoch: Int64 {
        daysSinceEpoch * 86_400 + Int64(hour) * 3600 + Int64(minute) * 60 + Int64(second)
    }

    /// The date to days, by counting years that start on 1 March.
    private var daysSinceEpoch: Int64 {
        let marchYear = Int64(year) - (month <= 2 ? 1 : 0)
        let dayOfYear = (153 * (Int64(month) + (month > 2 ? -3 : 9)) + 2) / 5 + Int64(day) - 1
        let leapDays = floorDivide(marchYear, 4) - floorDivide(marchYear, 100) + floorDivide(marchYear, 400)
        return marchYear * 365 + leapDays + dayOfYear - 719_468
    }
}
