import Acquirer
import Datecs
import Payments
import Time

/// What a transaction is about, as far as the reader knows it from the beginning.
struct PinpadFacts: Hashable, Sendable {
    let kind: TerminalRequest.Kind
    /// Nil for what START doesn't begin: KEYS COMMAND.
    let type: TransactionType?
    var parameters = Record()
    /// Given when it goes online.
    var stan: Int?
    var batch: Int
    var moment: CivilTime

    var amount: Int64 { Int64(clamping: parameters.amount ?? 0) }

    /// Money or points move: it stands in the log, and is reversed where its end is not known.
    var isBooked: Bool {
        switch kind {
        case .sale, .advance, .authorization, .capture, .refund, .voidSale, .voidAdvance, .release, .loyaltySpend,
            .voidLoyalty:
            true
        case .loyaltyBalance, .reversal, .batch, .echo, .parameters, .keys: false
        }
    }

    /// It undoes something, and the one at the reader has no say.
    var isVoid: Bool { [.voidSale, .voidAdvance, .release, .voidLoyalty].contains(kind) }

    /// A card is wanted, if the log doesn't do instead.
    var needsCard: Bool { isBooked || kind == .loyaltyBalance }

    /// What the acquirer is asked. - Parameter kind: another one than its own for a reversal.
    func request(_ kind: TerminalRequest.Kind? = nil, settings: PinpadSettings) -> TerminalRequest {
        var request = TerminalRequest(
            kind: kind ?? self.kind, terminalID: settings.terminalID, serialNumber: settings.serialNumber,
            stan: stan ?? 0)
        guard isBooked || self.kind == .loyaltyBalance else { return request }
        request.amount = amount
        request.currency = (self.kind.isInPoints ? Currency.points : settings.currency).numeric
        request.tip = parameters.tip.map { Int64(clamping: $0) }
        request.cashback = parameters.cashback.map { Int64(clamping: $0) }
        guard kind != .reversal else { return request }
        request.originalRRN = parameters.text(.originalRRN).flatMap { $0.isEmpty ? nil : $0 }
        request.originalApproval = parameters.text(.originalAuthorization).flatMap { $0.isEmpty ? nil : $0 }
        request.reference = parameters.text(.reference)
        return request
    }
}

extension TransactionType {
    /// What the acquirer calls it; nil for a type that this reader doesn't know.
    var requestKind: TerminalRequest.Kind? {
        switch self {
        case .purchase, .purchaseWithCashback, .purchaseWithReference: .sale
        case .cashAdvance: .advance
        case .authorization: .authorization
        case .capture: .capture
        case .voidPurchase: .voidSale
        case .voidCashAdvance: .voidAdvance
        case .voidAuthorization: .release
        case .endOfDay: .batch
        case .loyaltyBalance: .loyaltyBalance
        case .loyaltySpend: .loyaltySpend
        case .voidLoyaltySpend: .voidLoyalty
        case .testConnection: .echo
        case .update: .parameters
        case .refund: .refund
        default: nil
        }
    }

    /// Allowed whatever the day demands. Source: datecs.md 17.
    var isService: Bool { self == .endOfDay || self == .testConnection || self == .update }
}
