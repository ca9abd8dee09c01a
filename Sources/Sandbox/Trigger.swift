import Acquirer
import Time

/// Amounts of sales for which the cloud's answers go wrong. Source: gateways.md B.7, *own choice*.
enum Trigger: Int64, Hashable {
    /// The first answer to each call about it is dropped.
    case dropped = 5701
    /// Nobody knows of it for a while.
    case late = 5702
    /// Nobody ever knows of it.
    case never = 5703
    /// Its reversal is refused as if there had been one.
    case irreversible = 5704

    static let lateness = Duration.seconds(20)

    /// Nil where the scenario has none, and for what is no payment.
    init?(_ transaction: KnownTransaction, in scenario: Scenario) {
        let kind = transaction.entry.kind
        guard scenario == .triggers, kind == .sale || kind == .motoSale else { return nil }
        self.init(rawValue: transaction.entry.amount)
    }

    /// The cloud does not know of the transaction yet.
    func hides(_ transaction: KnownTransaction, at now: WallTime) -> Bool {
        switch self {
        case .never: true
        case .late: now.milliseconds - transaction.entry.at.milliseconds < Self.lateness.milliseconds
        case .dropped, .irreversible: false
        }
    }
}
