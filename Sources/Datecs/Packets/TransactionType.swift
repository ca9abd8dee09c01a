public import EMV

/// What TRANSACTION START begins. Source: datecs.md 6.
public struct TransactionType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// With a tip too: the amount includes it. *seen twice*
    public static let purchase = TransactionType(rawValue: 0x01)
    /// The amount excludes the cash. *seen twice*
    public static let purchaseWithCashback = TransactionType(rawValue: 0x02)
    public static let purchaseWithReference = TransactionType(rawValue: 0x03)
    public static let cashAdvance = TransactionType(rawValue: 0x04)
    /// A pre-authorisation: blocks the money.
    public static let authorization = TransactionType(rawValue: 0x05)
    /// A capture: "purchase with code".
    public static let capture = TransactionType(rawValue: 0x06)
    public static let voidPurchase = TransactionType(rawValue: 0x07)
    public static let voidCashAdvance = TransactionType(rawValue: 0x08)
    /// A release.
    public static let voidAuthorization = TransactionType(rawValue: 0x09)
    public static let endOfDay = TransactionType(rawValue: 0x0A)
    /// The amount is 0.
    public static let loyaltyBalance = TransactionType(rawValue: 0x0B)
    /// The amount is in points.
    public static let loyaltySpend = TransactionType(rawValue: 0x0C)
    public static let voidLoyaltySpend = TransactionType(rawValue: 0x0D)
    /// An echo of the host. Also flushes a hung transaction.
    public static let testConnection = TransactionType(rawValue: 0x0E)
    /// Parameters from the bank's management host.
    public static let update = TransactionType(rawValue: 0x0F)
    /// In Romania only. *seen*
    public static let refund = TransactionType(rawValue: 0x10)

    /// What must stand beside it; nil for a type outside the table, of which that isn't known.
    public var requiredTags: [Tag]? {
        switch self {
        case .purchase, .cashAdvance, .authorization, .loyaltyBalance, .loyaltySpend: [.amount]
        case .purchaseWithCashback: [.amount, .cashback]
        case .purchaseWithReference: [.amount, .reference]
        case .capture, .voidPurchase, .voidCashAdvance, .voidAuthorization, .voidLoyaltySpend, .refund:
            [.amount, .originalRRN, .originalAuthorization]
        case .endOfDay, .testConnection, .update: []
        default: nil
        }
    }

    /// The protocol's own words; nil for a type outside the table. The last four are the Ukrainian variant's. *seen*
    public var name: String? { Self.names[rawValue] }

    private static let names: [UInt8: String] = [
        0x01: "PURCHASE",
        0x02: "PURCHASE + CASHBACK",
        0x03: "PURCHASE + REFERENCE",
        0x04: "CASH ADVANCE",
        0x05: "AUTHORIZATION",
        0x06: "PURCHASE + CODE",
        0x07: "VOID OF PURCHASE",
        0x08: "VOID OF CASH ADVANCE",
        0x09: "VOID OF AUTHORIZATION",
        0x0A: "END OF DAY",
        0x0B: "LOYALTY BALANCE",
        0x0C: "LOYALTY SPEND",
        0x0D: "VOID OF LOYALTY SPEND",
        0x0E: "TEST CONNECTION",
        0x0F: "TMS UPDATE",
        0x10: "REFUND",
        0x12: "UNIVERSAL REVERSAL",
        0x14: "KEY CHANGE",
        0x15: "UNIVERSAL REVERSAL ADVICE",
        0x16: "PURCHASE RETURN",
    ]
}
