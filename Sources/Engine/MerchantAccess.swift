public import Checkout
public import Crypto
public import Gateways
public import Payments
public import Time

/// The gateway where the merchant has an account, and the account itself; nil while it is locked away.
public struct MerchantAccess: Sendable {
    public enum Gateway: Sendable {
        case redsys(RedsysGateway, account: @Sendable () -> RedsysAccount?)
        /// `keepHash`: what takes the password's place from now on; false where it could not be kept.
        case opayo(OpayoGateway, account: @Sendable () -> OpayoAccount?, keepHash: @Sendable (Secret) -> Bool)
    }

    public var gateway: Gateway
    /// How what was done there is looked up.
    public var rule: InquiryRule

    public init(_ gateway: Gateway, rule: InquiryRule) {
        self.gateway = gateway
        self.rule = rule
    }

    public var name: MerchantGateway {
        switch gateway {
        case .redsys: .redsys
        case .opayo: .opayo
        }
    }

    /// On whose account is sold, as far as the account is at hand.
    public var merchant: Merchant? {
        switch gateway {
        case .redsys(_, let account): account()?.merchant
        case .opayo(_, let account, _): account()?.merchant
        }
    }

    /// A reader's terminal settings were last looked after more than a day ago. (row E6)
    public func isUpdateDue(at now: WallTime) -> Bool {
        guard case .opayo(_, let account, _) = gateway, let account = account() else { return false }
        return account.updates.keys.contains { account.isUpdateDue(of: $0, at: now) }
    }

    /// What the rules of selling are told of it.
    public var merchantRule: MerchantRule { MerchantRule(gateway: name, merchant: merchant, rule: rule) }
}
