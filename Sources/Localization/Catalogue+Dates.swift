public import Time

extension Catalogue {
    /// `10/03/2026`, in English `10 Mar 2026` so that nobody takes the day for the month.
    public func date(_ moment: CivilTime) -> String {
        text(
            "format.date",
            [
                "day": twoDigits(moment.day), "month": text("format.month.\(moment.month)"),
                "year": String(moment.year),
            ])
    }

    /// `10:16:10`, twenty-four hours.
    public func time(_ moment: CivilTime) -> String {
        text(
            "format.time",
            [
                "hour": twoDigits(moment.hour), "minute": twoDigits(moment.minute),
                "second": twoDigits(moment.second),
            ])
    }

    public func dateTime(_ moment: CivilTime) -> String {
        text("format.dateTime", ["date": date(moment), "time": time(moment)])
    }

    private func twoDigits(_ value: Int) -> String {
        value < 10 ? "0\(value)" : String(value)
    }
}
