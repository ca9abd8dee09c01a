public import Localization
public import Payments

extension Catalogue {
    /// How a service ended, line by line; nothing where the fault behind it says so.
    public func words(for result: ReaderServiceResult) -> [String] {
        switch result {
        case .updated(let restarting): [text(restarting ? "service.restarting" : "service.updated")]
        case .levelSet(let level): [text("service.levelSet", ["level": text("service.level.\(level.name)")])]
        case .logCleared: [text("service.logCleared")]
        case .log(let log): log.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        case .logEmpty: [text("service.logEmpty")]
        case .scannerOff: [text("service.scannerOff")]
        case .points(let points?):
            [
                text("service.points", ["points": money(Money(minorUnits: points, currency: .points))])
            ]
        case .points(nil): [text("service.pointsUnknown")]
        case .connectionTested: [text("service.connectionTested")]
        case .dayClosed(let totals): [text("service.dayClosed")] + totals.map(line)
        case .clock(let reading): words(for: reading)
        case .keys(let keys): words(for: keys)
        case .menu(let menu): words(for: menu)
        case .refused: []
        }
    }

    /// A line of the daily report.
    func line(_ total: DayTotal) -> String {
        let currency = Currency(named: total.currency)
        let amount =
            currency.map { moneyWithCode(Money(minorUnits: total.amount, currency: $0)) } ?? String(total.amount)
        return [total.type, total.scheme, String(total.count), amount].filter { !$0.isEmpty }.joined(separator: "  ")
    }
}
