public import Payments
public import Time

/// What the journal knows of a transaction that is to be undone or refunded.
public struct OriginalPayment: Hashable, Sendable {
    public var intent: PaymentIntent
    public var at: WallTime
    public var outcome: Outcome?
    public var eftTransactionID: String?
    public var authorisationCode: String?
    /// Minor units.
    public var authorised: Int64
    /// The issuer wants to be called before it decides.
    public var isReferred: Bool
    /// What was undone or refunded of it, whatever became of that.
    public var linked: [Linked]

    /// A refund or reversal of it.
    public struct Linked: Hashable, Sendable {
        public var intent: PaymentIntent
        public var outcome: Outcome?
        /// It was undone itself.
        public var isReversed: Bool
    }

    /// - Parameter rows: the payment, those that name it as their original, and those that name these; others are left
    ///   out.
    /// - Returns: nil where the payment is not among them.
    public init?(_ reference: TransactionReference, in rows: [HistoryRow]) {
        guard let row = rows.first(where: { $0.reference == reference }), let intent = row.intent else { return nil }
        self.intent = intent
        at = row.at
        outcome = row.outcome
        eftTransactionID = row.result?.eftTransactionID
        authorisationCode = row.result?.authorisationCode
        authorised = row.result?.authorisedAmount ?? 0
        isReferred = row.outcome == .declined && row.result?.isReferral == true
        linked = rows.compactMap { row in
            guard let intent = row.intent, intent.original?.reference == reference else { return nil }
            let isReversed = rows.contains { other in
                other.intent?.operation.isReversal == true && other.outcome == .approved
                    && other.intent?.original?.reference == row.reference
            }
            return Linked(intent: intent, outcome: row.outcome, isReversed: isReversed)
        }
    }

    /// Money has moved for it.
    var isPaid: Bool { (outcome == .approved || outcome == .partlyApproved) && authorised > 0 }

    /// As its refund or reversal names it.
    var named: OriginalTransaction? {
        eftTransactionID.map {
            OriginalTransaction(
                reference: intent.reference, eftTransactionID: $0,
                authorisationCode: intent.wireProtocol == .datecs ? authorisationCode : nil)
        }
    }

    var isReversed: Bool { linked.contains { $0.intent.operation.isReversal && $0.outcome == .approved } }

    /// What it blocked was taken, or may have been.
    var isCaptured: Bool {
        linked.contains { capture in
            capture.intent.operation == .capture && !capture.isReversed
                && [.approved, .unknown, nil].contains(capture.outcome)
        }
    }

    /// What refunds have taken already, in minor units. One whose end nobody knows counts: it may have.
    var refunded: Int64 {
        linked.filter { refund in
            refund.intent.operation.isRefund && !refund.isReversed
                && [.approved, .unknown, nil].contains(refund.outcome)
        }
        .reduce(0) { $0 + $1.intent.money.minorUnits }
    }

    /// What can still be refunded, in minor units.
    public var refundable: Int64 {
        isPaid && intent.operation.isSale && !isReversed ? max(0, authorised - refunded) : 0
    }
}

/// What a refund or a reversal needs of its original. Source: rows H8 to H10, heft.md 4.1.
enum OriginalRule {
    /// A reversal is for the same day. Which day the reader means it says itself; after this it is another one anywhere.
    /// *own choice*
    static let sameDay = Duration.seconds(24 * 3600)

    static func objection(to order: PaymentOrder, _ moment: Moment) -> TillFault? {
        guard order.original != nil else { return order.operation.needsOriginal ? .originalMissing : nil }
        if order.operation == .referredSale { return referralRefused(order, moment) }
        guard order.operation.hasOriginal, let original = moment.original, original.isPaid, original.named != nil else {
            return .originalMissing
        }
        guard original.intent.money.currency == order.money.currency else { return .otherCurrency }
        guard order.operation != .capture else { return captureRefused(order, original) }
        return order.operation.isRefund ? refused(order, original) : refused(order, original, moment.wall)
    }

    /// The same amount as what was blocked, once. Source: datecs.md 6.
    private static func captureRefused(_ order: PaymentOrder, _ original: OriginalPayment) -> TillFault? {
        guard original.intent.operation == .preauthorisation else { return .originalOfOtherKind }
        guard !original.isReversed else { return .alreadyReversed }
        guard !original.isCaptured else { return .alreadyCaptured }
        return order.money.minorUnits == original.authorised ? nil : .originalAmount
    }

    /// The same amount as what the reader was told to call about, once.
    private static func referralRefused(_ order: PaymentOrder, _ moment: Moment) -> TillFault? {
        guard let original = moment.original, original.isReferred, original.named != nil else {
            return .originalMissing
        }
        guard !original.linked.contains(where: { [.approved, .unknown, nil].contains($0.outcome) }) else {
            return .alreadyCaptured
        }
        return order.money == original.intent.money ? nil : .originalAmount
    }

    private static func refused(_ order: PaymentOrder, _ original: OriginalPayment) -> TillFault? {
        guard original.intent.operation.isSale else { return .originalOfOtherKind }
        guard !original.isReversed else { return .alreadyReversed }
        let left = original.refundable
        return order.money.minorUnits <= left
            ? nil : .refundTooHigh(Money(minorUnits: left, currency: order.money.currency))
    }

    private static func refused(
        _ order: PaymentOrder, _ original: OriginalPayment, _ wall: WallTime
    ) -> TillFault? {
        guard order.operation.undoes(original.intent.operation) else { return .originalOfOtherKind }
        guard !original.isReversed else { return .alreadyReversed }
        guard original.refunded == 0 else { return .alreadyRefunded }
        guard !original.isCaptured else { return .alreadyCaptured }
        guard order.money.minorUnits == original.authorised else { return .originalAmount }
        if original.intent.operation == .preauthorisation { return nil }  // it may stand for days
        guard abs(wall.milliseconds - original.at.milliseconds) < sameDay.milliseconds else { return .tooLateToReverse }
        return nil
    }
}

extension PaymentIntent.Operation {
    /// It is the reversal for the other one.
    fileprivate func undoes(_ other: Self) -> Bool {
        switch self {
        case .saleReversal: other.isSale && !other.isMoto && !other.isLinked || other == .capture
        case .advanceReversal: other == .cashAdvance
        case .loyaltyReversal: other == .loyaltySpend
        case .release: other == .preauthorisation
        case .refundReversal: other == .refund
        case .motoReversal: other == .motoSale || other == .motoRefund
        case .sale, .saleAndTokenise, .refund, .tokenise, .motoSale, .motoRefund, .cashAdvance, .loyaltySpend,
            .preauthorisation, .capture, .linkedRefund, .referredSale:
            false
        }
    }

    /// It is nothing without an earlier one.
    fileprivate var needsOriginal: Bool { isReversal || self == .capture || isLinked }

    /// It refers to an earlier one.
    fileprivate var hasOriginal: Bool { isReversal || isRefund || self == .capture || self == .referredSale }
}
