public import Localization
public import Payments

extension Catalogue {
    /// What is said of a tip that was set afterwards.
    public func words(for outcome: TipOutcome, of money: Money) -> String {
        let isTakenAway = money.minorUnits == 0 && outcome == .authorised
        let key = isTakenAway ? "removed" : outcome == .intended ? "unknown" : outcome.rawValue
        return text("tip.\(key)", ["amount": moneyWithCode(money)])
    }
}
