/// DF05: how a transaction ended. Source: datecs.md 10.3.
public struct TransactionResult: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public static let approved = TransactionResult(rawValue: 0)
    public static let declined = TransactionResult(rawValue: 1)
    public static let error = TransactionResult(rawValue: 2)
    /// Contactless only, as the next one is.
    public static let tryOtherInterface = TransactionResult(rawValue: 3)
    public static let tryAgain = TransactionResult(rawValue: 4)

    /// Nil outside the table.
    public var name: String? {
        switch self {
        case .approved: "approved"
        case .declined: "declined"
        case .error: "error"
        case .tryOtherInterface: "try other interface"
        case .tryAgain: "try again"
        default: nil
        }
    }
}

/// DF12: what became of a record of the log. Source: datecs.md 9.2.
public struct RecordState: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public static let normal = RecordState(rawValue: 0)
    /// Left out of totals, and not paid.
    public static let reversed = RecordState(rawValue: 1)
    public static let hung = RecordState(rawValue: 2)

    /// Nil outside the table.
    public var name: String? {
        switch self {
        case .normal: "none"
        case .reversed: "reversed"
        case .hung: "hung"
        default: nil
        }
    }
}

/// DF23: who signs. Source: datecs.md 9.2.
public struct SignatureDemand: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public static let none = SignatureDemand(rawValue: 0)
    public static let cardholder = SignatureDemand(rawValue: 1)
    public static let merchant = SignatureDemand(rawValue: 2)

    /// Nil outside the table.
    public var name: String? {
        switch self {
        case .none: "none"
        case .cardholder: "cardholder"
        case .merchant: "merchant"
        default: nil
        }
    }
}

/// DF25: how the card was read. Source: datecs.md 9.2.
public struct EntryMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public static let chip = EntryMode(rawValue: 0)
    public static let contactless = EntryMode(rawValue: 1)
    public static let stripe = EntryMode(rawValue: 2)
    public static let keyed = EntryMode(rawValue: 3)

    /// Nil outside the table.
    public var name: String? {
        switch self {
        case .chip: "chip"
        case .contactless: "contactless"
        case .stripe: "stripe"
        case .keyed: "keyed"
        default: nil
        }
    }
}

/// DF60: the scheme of a contactless card. Source: datecs.md 10.4.
public struct ContactlessScheme: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Nil outside the table.
    public var name: String? { Self.names[rawValue] }

    private static let names: [UInt64: String] = [
        1: "Visa Asia-Pacific", 2: "PayPass", 3: "Visa", 4: "Amex", 5: "JCB", 6: "Discover", 10: "Bcard",
    ]
}

/// DF79: the brand of a card. Source: datecs.md 10.5.
public struct CardIssuer: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Nil outside the table.
    public var name: String? { Self.names[rawValue] }

    private static let names: [UInt64: String] = [
        1: "Borica", 2: "Visa", 3: "Mastercard", 4: "Maestro", 5: "Amex", 6: "Diners", 7: "JCB",
        8: "Amex with PIN", 9: "Bcard",
    ]
}
