public import Payments

/// What a person or a script wants.
public enum Intent: Hashable, Sendable {
    case connect(uri: String, address: ReaderAddress)
    case disconnect
    case sell(SaleOrder)
    /// Stop the running payment, as long as the reader allows that.
    case cancel
    case answerSignature(id: Int, SignatureVerdict)
    /// The PIN goes beside the intent: `TillEngine.submit(_:pin:)`.
    case signIn(OperatorName)
    case signOut
    /// Somebody with the permission vouches for the next action of who is signed in; the PIN goes beside it.
    case authorise(Permission, by: OperatorName)
    case act(Deed)
}

/// A sale as it is asked for.
public struct SaleOrder: Hashable, Sendable {
    public var money: Money
    /// The merchant's own reference, at most 25 characters.
    public var customerReference: String?
    /// An unknown payment that must not stand in the way of this one.
    public var despiteUnknown: TransactionReference?

    public init(money: Money, customerReference: String? = nil, despiteUnknown: TransactionReference? = nil) {
        self.money = money
        self.customerReference = customerReference
        self.despiteUnknown = despiteUnknown
    }

    /// Source: heft.md 4.1.
    public static let longestReference = 25
}
