public import Payments

/// What a person or a script wants.
public enum Intent: Hashable, Sendable {
    case connect(uri: String, address: ReaderAddress)
    /// Connect a reader that was used before; where it isn't there, wait for it. Another one that answers in its place,
    /// with another serial number, is not it.
    case expect(uri: String, address: ReaderAddress, serialNumber: String? = nil)
    case disconnect
    case pay(PaymentOrder)
    /// Ask the reader for a result that it still holds, whether it says that it has one or not.
    case fetchPending
    /// Have the reader do something besides payments.
    case serve(ReaderService)
    /// Stop that, as long as the reader allows it.
    case stopService
    /// Stop the running payment, as long as the reader allows that.
    case cancel
    case answerSignature(id: Int, SignatureVerdict)
    /// The PIN goes beside the intent: `TillEngine.submit(_:pin:)`.
    case signIn(OperatorName)
    case signOut
    /// Somebody with the permission vouches for the next action of who is signed in; the PIN goes beside it.
    case authorise(Permission, by: OperatorName)
    case act(Deed)
    /// Set a tip on a sale afterwards; for the older service the digits of the reader's secret go beside the intent.
    case adjustTip(TipOrder)
    /// Pay, refund or undo at the acquirer's cloud, without a reader; a card's token goes beside the intent.
    case order(PaymentOrder)
    /// Find out at the acquirer's cloud what became of a payment, now; with a decision, what is done should it turn out
    /// to be authorised.
    case lookUp(TransactionReference, InquiryDecision?)
    /// Sell on this account from now on; nil where the account is locked away or forgotten.
    case sellFor(Merchant?)
}

/// A sale, a refund, a reversal or a card to keep, as it is asked for.
public struct PaymentOrder: Hashable, Sendable {
    public var operation: PaymentIntent.Operation
    /// Of a reversal the whole amount of what it undoes.
    public var money: Money
    /// What is undone or refunded; nil for sales, and for a refund on its own.
    public var original: TransactionReference?
    /// What of the amount is a tip, in minor units.
    public var tip: Int64?
    /// Cash besides the amount, in minor units.
    public var cashback: Int64?
    /// Months over which the customer pays.
    public var budgetMonths: Int?
    /// The merchant's own reference, at most 25 characters.
    public var customerReference: String?
    /// An unknown payment that must not stand in the way of this one.
    public var despiteUnknown: TransactionReference?
    /// For which of the merchant's contracts; empty where the reader decides.
    public var merchantAuth: [MerchantCredential]
    /// What is written down of the customer; nil for nothing.
    public var buyer: Buyer?
    /// What the issuer said on the telephone, for a sale that it approved so.
    public var referralCode: String?

    public init(
        _ operation: PaymentIntent.Operation = .sale, money: Money, customerReference: String? = nil,
        original: TransactionReference? = nil, tip: Int64? = nil, cashback: Int64? = nil, budgetMonths: Int? = nil,
        despiteUnknown: TransactionReference? = nil,
        merchantAuth: [MerchantCredential] = []
    ) {
        self.operation = operation
        self.money = money
        self.original = original
        self.tip = tip
        self.cashback = cashback
        self.budgetMonths = budgetMonths
        self.customerReference = customerReference
        self.despiteUnknown = despiteUnknown
        self.merchantAuth = merchantAuth
    }

    /// Keeping a card, for which nothing is charged.
    public static func tokenise(customerReference: String? = nil) -> PaymentOrder {
        PaymentOrder(.tokenise, money: .nothing, customerReference: customerReference)
    }

    /// Source: heft.md 4.1.
    public static let longestReference = 25
}
