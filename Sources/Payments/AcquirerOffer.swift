/// What not every acquirer offers; which of it the merchant's does stands in the configuration. Source: row H24.
public enum AcquirerOffer: String, Hashable, Sendable, CaseIterable {
    /// Keeping a card as a token, alone or with a sale.
    case tokenise
    /// Paying over months.
    case budgetPeriod
    /// A tip that is added after the sale.
    case tip
}

extension PaymentIntent.Operation {
    /// What the acquirer has to offer for it; nil where every one does it.
    public var offer: AcquirerOffer? {
        switch self {
        case .tokenise, .saleAndTokenise: .tokenise
        case .sale, .refund, .saleReversal, .refundReversal, .motoSale, .motoRefund, .motoReversal, .cashAdvance,
            .advanceReversal, .loyaltySpend, .loyaltyReversal, .preauthorisation, .capture, .release, .linkedRefund,
            .referredSale:
            nil
        }
    }
}
