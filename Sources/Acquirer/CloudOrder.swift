public import Payments

/// What a merchant's back office asks of the acquirer through its cloud. Source: gateways.md B.4, C.9, D.5.
/// Transactions are named by their GUIDs.
public enum CloudOrder: Hashable, Sendable {
    /// Undoes a payment or a refund; a part of it where an amount is given.
    case reversal(of: String, part: Money?)
    /// Sets the tip of a sale, in minor units; 0 removes it.
    case tip(on: String, Int64)
    case motoSale(MotoPayment, token: String)
    case motoRefund(MotoPayment, MotoSource)
    case motoReversal(of: String, Money)
    /// Gives back a part of a sale, or all of it, without a reader.
    case refund(of: String, Refund)
    /// The sale that the issuer's people have allowed by telephone, in place of one that was referred to them.
    case referredSale(of: String, customerReference: String?)
    /// A card pays without a reader.
    case cardPayment(CardPayment)
    /// Takes blocked money, or a part of it; as often as something is left. Nil takes the rest.
    case capture(of: String, part: Money?)
    /// Gives blocked money free, of which nothing was taken.
    case release(of: String)

    /// A payment with a card that a gateway knows by its token.
    public struct CardPayment: Hashable, Sendable {
        public var money: Money
        public var customerReference: String
        /// The acquirer's number, where no other decision has it.
        public var number: String
        /// Money is blocked only.
        public var isAuthorization: Bool
        /// Nil leaves it to the scenario.
        public var refusal: Refusal?

        public struct Refusal: Hashable, Sendable {
            public var finStatus: FinStatus
            /// For people.
            public var reason: String

            public init(_ finStatus: FinStatus, _ reason: String) {
                self.finStatus = finStatus
                self.reason = reason
            }
        }

        public init(
            _ money: Money, customerReference: String, number: String, isAuthorization: Bool, refusal: Refusal? = nil
        ) {
            self.money = money
            self.customerReference = customerReference
            self.number = number
            self.isAuthorization = isAuthorization
            self.refusal = refusal
        }
    }

    /// A payment without a card.
    public struct MotoPayment: Hashable, Sendable {
        public var money: Money
        public var transactionReference: TransactionReference?
        public var customerReference: String?

        public init(
            _ money: Money, transactionReference: TransactionReference? = nil, customerReference: String? = nil
        ) {
            self.money = money
            self.transactionReference = transactionReference
            self.customerReference = customerReference
        }
    }

    /// Money that goes back to the card that paid.
    public struct Refund: Hashable, Sendable {
        public var money: Money
        /// Nil is the sale's.
        public var customerReference: String?
        /// For people, where the issuer doesn't agree: booked as declined.
        public var refusal: String?

        public init(_ money: Money, customerReference: String? = nil, refusal: String? = nil) {
            self.money = money
            self.customerReference = customerReference
            self.refusal = refusal
        }
    }

    /// What a refund without a card goes back to.
    public enum MotoSource: Hashable, Sendable {
        case original(String)
        case token(String)
    }
}

/// Why the cloud does not do it. Nothing was decided, and the ledger has no line of it.
public enum CloudRefusal: Error, Hashable, Sendable {
    case alreadyReversed
    /// Settled with its batch, or refunded since.
    case alreadyCompleted
    case originalNotFound
    case noPartialReversal
    case aboveOriginal
    case noToken
    case refundAboveSale
    case otherCurrency
    case unknownGUID
    case unknownToken
    /// The issuer did not agree to a tip.
    case tipRefused
}

extension CloudRefusal {
    /// The gateway's own number. Source: gateways.md B.4.
    public var code: Int? {
        switch self {
        case .alreadyReversed: 3051
        case .alreadyCompleted: 3052
        case .originalNotFound: 3153
        case .noPartialReversal: 3109
        case .aboveOriginal: 4066
        case .noToken: 3112
        case .refundAboveSale: 3209
        case .otherCurrency: 3210
        case .unknownGUID: 5001
        case .unknownToken: 5252
        case .tipRefused: nil
        }
    }
}
