/// How the virtual world answers to amounts. The acquirer's part of each is here; what the card holder and the reader
/// do is the reader's.
public enum Scenario: String, Hashable, Sendable, CaseIterable {
    /// 1000 is declined, 2000 cancelled, 3000 signed; everything else approved.
    case `default`
    /// The amounts of the SDK's simulator, lost links included. Source: heft.md 7.1.
    case sdk
    /// The amounts of a test merchant at the real gateway. Source: heft.md 7.3.
    case demoMerchant = "demo-merchant"
    /// The same, and amounts for which the gateway's answers go wrong. Source: gateways.md B.7.
    case triggers
    /// Approves always, without a signature.
    case quiet
}

/// What an acquirer makes of one amount.
struct Verdict: Hashable, Sendable {
    var finStatus: FinStatus
    var authorisedAmount: Int64
    /// For people; nil where the code says it all.
    var text: String?

    static func approved(_ amount: Int64) -> Verdict { Verdict(finStatus: .authorised, authorisedAmount: amount) }

    static func refused(_ finStatus: FinStatus, _ text: String) -> Verdict {
        Verdict(finStatus: finStatus, authorisedAmount: 0, text: text)
    }
}

extension Scenario {
    /// - Parameter amount: minor units, whatever the currency.
    func verdict(on amount: Int64) -> Verdict {
        switch self {
        case .quiet: .approved(amount)
        case .default: amount == 1000 ? .refused(.declined, "Declined") : .approved(amount)
        case .sdk: Self.declinedBySDK(amount) ? .refused(.declined, "Declined") : .approved(amount)
        case .demoMerchant, .triggers: Self.demoMerchantVerdict(amount)
        }
    }

    /// - Parameter tip: minor units. Source: heft.md 7.3.
    func refusesTip(_ tip: Int64) -> Bool {
        switch self {
        case .demoMerchant, .triggers: tip == 3784
        case .default, .sdk, .quiet: false
        }
    }

    private static func declinedBySDK(_ amount: Int64) -> Bool {
        switch amount {
        case 1000, 8100...9000, 9006...9999: true
        default: false
        }
    }

    private static func demoMerchantVerdict(_ amount: Int64) -> Verdict {
        switch amount {
        case 3779: .refused(.declined, "Refer to card issuer")
        case 3784: .refused(.declined, "Transaction failed")
        case 3793: .refused(.declined, "Pick-up card")
        case 3768: .refused(.failed, "Error connecting to authorization provider")
        case 3741: .refused(.failed, "Processing error")
        case 3757: Verdict(finStatus: .partialApproval, authorisedAmount: amount / 2, text: "Partly approved")
        default: .approved(amount)
        }
    }
}
