import Acquirer

/// What the last two digits of an amount do: an order's, and what is captured or given back. Source: gateways.md A.12,
/// *own choice*.
enum HiPayTrigger: Int64, Hashable {
    case declined = 51
    case insufficientFunds = 52
    /// Decided when it is read for the third time.
    case undecided = 53
    /// Orders only, as the next two.
    case error = 54
    /// The payer has to say yes first.
    case challenge = 55
    /// Nothing is done.
    case unknownToken = 56
    /// Done, but the answer never comes.
    case dropped = 57
    case late = 58
    /// Numbers where others have texts, and members that nobody knows.
    case loose = 59

    /// - Parameter amount: minor units.
    /// - Returns: nil where nothing goes wrong, and where the scenario has no such amounts.
    init?(_ amount: Int64, in scenario: Scenario) {
        guard scenario == .triggers else { return nil }
        self.init(rawValue: amount % 100)
    }

    var reason: HiPayReason? {
        switch self {
        case .declined: .noReason
        case .insufficientFunds: .insufficientFunds
        case .error: .technical
        case .undecided, .challenge, .unknownToken, .dropped, .late, .loose: nil
        }
    }
}

/// Why money did not move. Source: gateways.md A.10.
enum HiPayReason: String, Hashable {
    case noReason = "4010101"
    case insufficientFunds = "4000003"
    case technical = "4000004"
    case authenticationFailed = "4000011"

    var message: String {
        switch self {
        case .noReason: "Declined, no reason given"
        case .insufficientFunds: "Insufficient Funds"
        case .technical: "Technical Problem"
        case .authenticationFailed: "Authentication Failed"
        }
    }
}
