import Acquirer

/// What the last two digits of a refund's amount do; those of a sale are the acquirer's and the reader's. Source:
/// gateways.md D.5, *own choice*.
enum OpayoTrigger: Int64, Hashable {
    case declined = 51
    /// The answer that it is done is lost once.
    case lost = 57
    case cardRemoved = 58
    case reversalFailed = 59

    /// - Parameter amount: minor units.
    /// - Returns: nil where nothing goes wrong, and where the scenario has no such amounts.
    init?(_ amount: Int64, in scenario: Scenario) {
        guard scenario == .triggers else { return nil }
        self.init(rawValue: amount % 100)
    }

    /// Nothing is booked for these.
    var errors: [OpayoError] {
        switch self {
        case .declined, .lost: []
        case .cardRemoved: [.cardRemoved]
        case .reversalFailed: [.fieldTooLong, .reversalFailed]
        }
    }
}
