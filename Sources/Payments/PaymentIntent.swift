/// What is to be done, made durable before the first byte of it leaves.
public struct PaymentIntent: Hashable, Sendable {
    public enum Operation: String, Hashable, Sendable, CaseIterable {
        case sale
        /// A sale after which the card is kept as a token.
        case saleAndTokenise
        /// Money back: of an earlier sale, or on its own.
        case refund
        /// Undoes a sale of the same day, as if it had never been.
        case saleReversal
        /// Undoes a refund of the same day.
        case refundReversal
        /// Keeps a card as a token; no money moves.
        case tokenise
        /// A sale by mail or telephone: with a token, at the acquirer's cloud.
        case motoSale
        /// Money back without card and reader: of an earlier sale, or to a token.
        case motoRefund
        /// Undoes one of these two on the same day.
        case motoReversal
        /// Cash handed out against a card.
        case cashAdvance
        /// Undoes it.
        case advanceReversal
        /// Takes points of a loyalty programme from a card; its amount is in `Currency.points`.
        case loyaltySpend
        /// Gives them back.
        case loyaltyReversal
        /// Blocks money on a card without taking it.
        case preauthorisation
        /// Takes what a pre-authorisation has blocked.
        case capture
        /// Gives it free again.
        case release
        /// Money back on a sale of a reader, at the merchant's gateway, without the card.
        case linkedRefund
        /// A sale that the issuer approved by telephone after the reader had been told to call; at the merchant's gateway.
        case referredSale
    }

    public var reference: TransactionReference
    public var operation: Operation
    public var money: Money
    /// The merchant's own reference; nil where none was given.
    public var customerReference: String?
    /// The reader's URI, as the user names it; empty for what is done at the acquirer's cloud.
    public var reader: String
    /// What the reader speaks.
    public var wireProtocol: ReaderAddress.WireProtocol
    /// At the cloud that of the reader which made the original; empty where none did.
    public var readerSerialNumber: String
    /// The transaction that is undone or refunded; nil for sales, and for a refund on its own.
    public var original: OriginalTransaction?
    /// What of the amount is a tip, in minor units; nil for none.
    public var tip: Int64?
    /// Cash that the customer gets besides, in minor units; the amount is without it. Nil for none.
    public var cashback: Int64?
    /// Months over which the customer pays; nil for at once.
    public var budgetMonths: Int?
    /// The unknown payment in spite of which this one was allowed.
    public var despiteUnknown: TransactionReference?
    /// Who vouched for it, where the operator alone could not.
    public var authorisedBy: OperatorName?
    /// For which of the merchant's contracts; empty where the reader decides.
    public var merchantAuth: [MerchantCredential]
    /// The gateway on whose account it is; nil where there is none.
    public var gateway: MerchantGateway?
    /// Its number there; of what is linked that of its original. Nil where the gateway gives none.
    public var order: OrderNumber?
    /// What the merchant wrote down of the customer; nil for nothing.
    public var buyer: Buyer?

    public init(
        reference: TransactionReference, operation: Operation, money: Money, customerReference: String?,
        reader: String, wireProtocol: ReaderAddress.WireProtocol = .heft, readerSerialNumber: String,
        original: OriginalTransaction? = nil, tip: Int64? = nil, cashback: Int64? = nil, budgetMonths: Int? = nil,
        despiteUnknown: TransactionReference? = nil, authorisedBy: OperatorName? = nil,
        merchantAuth: [MerchantCredential] = [], gateway: MerchantGateway? = nil, order: OrderNumber? = nil,
        buyer: Buyer? = nil
    ) {
        self.gateway = gateway
        self.order = order
        self.buyer = buyer
        self.reference = reference
        self.operation = operation
        self.money = money
        self.customerReference = customerReference
        self.reader = reader
        self.wireProtocol = wireProtocol
        self.tip = tip
        self.cashback = cashback
        self.readerSerialNumber = readerSerialNumber
        self.original = original
        self.budgetMonths = budgetMonths
        self.despiteUnknown = despiteUnknown
        self.authorisedBy = authorisedBy
        self.merchantAuth = merchantAuth
    }

    /// What the reader is given as `CustomerReference`.
    public var referenceOnTheWire: String { ownReference ?? reference.customerReference }

    /// The number at the gateway, else the merchant's own reference; nil where there is neither.
    public var ownReference: String? { order?.text ?? customerReference }

    /// It is done at the acquirer's cloud or the merchant's gateway, without a reader.
    public var isAtCloud: Bool { reader.isEmpty }

    /// What is asked for; nil where no money moves.
    public var amount: Money? { operation.movesMoney ? money : nil }
}

/// An earlier transaction, as another one names it.
public struct OriginalTransaction: Hashable, Sendable {
    /// The journal's.
    public var reference: TransactionReference
    /// The acquirer's GUID, by which the reader knows it; with a Datecs reader its retrieval reference number (RRN).
    public var eftTransactionID: String
    /// The acquirer's approval code. A Datecs reader wants both.
    public var authorisationCode: String?

    public init(reference: TransactionReference, eftTransactionID: String, authorisationCode: String? = nil) {
        self.reference = reference
        self.eftTransactionID = eftTransactionID
        self.authorisationCode = authorisationCode
    }
}

extension PaymentIntent.Operation {
    /// A card is charged, or asked to be.
    public var isSale: Bool {
        self == .sale || self == .saleAndTokenise || self == .motoSale || self == .referredSale
    }

    /// Money is given back, of a sale or on its own.
    public var isRefund: Bool { self == .refund || self == .motoRefund || self == .linkedRefund }

    /// By mail or telephone, with a token instead of a card: never on a reader.
    public var isMoto: Bool { self == .motoSale || self == .motoRefund || self == .motoReversal }

    /// At the merchant's gateway, about an earlier payment of a reader: never on one.
    public var isLinked: Bool { self == .linkedRefund || self == .referredSale }

    /// It undoes another transaction whole.
    public var isReversal: Bool {
        switch self {
        case .saleReversal, .refundReversal, .motoReversal, .advanceReversal, .loyaltyReversal, .release: true
        case .sale, .saleAndTokenise, .refund, .tokenise, .motoSale, .motoRefund, .cashAdvance, .loyaltySpend,
            .preauthorisation, .capture, .linkedRefund, .referredSale:
            false
        }
    }

    /// Only readers that speak Datecs have it.
    public var isDatecsOnly: Bool {
        switch self {
        case .cashAdvance, .advanceReversal, .loyaltySpend, .loyaltyReversal, .preauthorisation, .capture, .release:
            true
        case .sale, .saleAndTokenise, .refund, .saleReversal, .refundReversal, .tokenise, .motoSale, .motoRefund,
            .motoReversal, .linkedRefund, .referredSale:
            false
        }
    }

    /// Of a loyalty programme.
    public var isInPoints: Bool { self == .loyaltySpend || self == .loyaltyReversal }

    /// Somebody is charged or paid, be it in points.
    public var movesMoney: Bool { self != .tokenise }

    /// The reader can be told for which of the merchant's contracts it is. Source: heft.md 4.1.
    public var takesMerchantAuth: Bool { !isMoto && !isLinked && (isSale || self == .refund) }

    /// Money goes to the customer.
    public var givesBack: Bool { isRefund || self == .saleReversal }
}
