public import Payments

/// The gateway that a till is set up for besides its readers.
public struct MerchantRule: Hashable, Sendable {
    public var gateway: MerchantGateway
    /// On whose account; nil while it is locked away. Nothing is sold without one.
    public var merchant: Merchant?
    /// How what was done there is looked up.
    public var rule: InquiryRule

    public init(gateway: MerchantGateway, merchant: Merchant?, rule: InquiryRule) {
        self.gateway = gateway
        self.merchant = merchant
        self.rule = rule
    }
}
