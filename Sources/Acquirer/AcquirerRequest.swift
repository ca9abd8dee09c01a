public import Payments

/// What an acquirer is asked, by a virtual reader or through its cloud. A reader sends it as JSON; opaque to the till,
/// as a real reader's request is. Source: heft.md 7.1, *own choice*.
public struct AcquirerRequest: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        case sale = "SALE"
        /// Money back, of a sale or on its own.
        case refund = "REFUND"
        /// A sale or a refund is undone because the merchant wants it.
        case voidSale = "VOID_SALE"
        case voidRefund = "VOID_REFUND"
        /// Undoes whatever the reader could not finish.
        case reversal = "REVERSAL"
        /// Without a card: mail or telephone order, with a token. Through the cloud only, as all that follow.
        case motoSale = "MOTO_SALE"
        case motoRefund = "MOTO_REFUND"
        case motoReversal = "MOTO_REVERSAL"
        /// The amount is the tip from now on; the last one before the batch closes counts, 0 removes it.
        case tipAdjustment = "TIP_ADJUSTMENT"
        /// Money is blocked. By a pinpad only, as all that follow.
        case authorization = "AUTHORIZATION"
        /// Blocked money is taken.
        case capture = "CAPTURE"
        /// Blocked money is given free.
        case release = "RELEASE"
        /// Cash for the card.
        case cashAdvance = "CASH_ADVANCE"
        case voidAdvance = "VOID_ADVANCE"
        /// Points, no money.
        case loyaltySpend = "LOYALTY_SPEND"
        case voidLoyalty = "VOID_LOYALTY"

        /// A HEFT reader may ask for it.
        var isReaders: Bool {
            switch self {
            case .sale, .refund, .voidSale, .voidRefund, .reversal: true
            case .motoSale, .motoRefund, .motoReversal, .tipAdjustment: false
            case .authorization, .capture, .release, .cashAdvance, .voidAdvance, .loyaltySpend, .voidLoyalty: false
            }
        }
    }

    public var kind: Kind
    /// Minor units.
    public var amount: Int64
    /// ISO 4217 number, known to our table or not.
    public var currency: UInt16
    public var customerReference: String?
    /// GUID of this request; a repeated one is the same request.
    public var id: String
    /// GUID of what is undone or refunded.
    public var originalID: String?
    /// Of the reader that asks; older readers don't say.
    public var serialNumber: String?

    public init(
        kind: Kind, amount: Int64, currency: UInt16, customerReference: String?, id: String, originalID: String? = nil,
        serialNumber: String? = nil
    ) {
        self.kind = kind
        self.amount = amount
        self.currency = currency
        self.customerReference = customerReference
        self.id = id
        self.originalID = originalID
        self.serialNumber = serialNumber
    }
}

extension AcquirerRequest {
    public var json: JSONValue {
        .object([
            ("type", .string(kind.rawValue)), ("amount", .integer(amount)), ("currency", .integer(Int64(currency))),
            ("customerReference", customerReference.map(JSONValue.string)), ("id", .string(id)),
            ("originalId", originalID.map(JSONValue.string)), ("serialNumber", serialNumber.map(JSONValue.string)),
        ])
    }

    /// Nil where a field is missing or holds something else than it should, and for what no reader may ask; empty text
    /// counts as absent.
    public init?(_ json: JSONValue) {
        guard let kind = json["type"]?.stringValue.flatMap(Kind.init), kind.isReaders,
            let amount = json["amount"]?.integerValue,
            (1...Money.largestOnTheWire).contains(amount),
            let currency = json["currency"]?.integerValue.flatMap(UInt16.init(exactly:)),
            let id = Self.text(json["id"])
        else { return nil }
        self.init(
            kind: kind, amount: amount, currency: currency, customerReference: Self.text(json["customerReference"]),
            id: id, originalID: Self.text(json["originalId"]), serialNumber: Self.text(json["serialNumber"]))
        guard kind == .sale || kind == .refund || originalID != nil else { return nil }
    }

    private static func text(_ value: JSONValue?) -> String? {
        value?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    }
}
