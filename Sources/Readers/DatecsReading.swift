import Datecs
import EMV
import Payments

/// Reads what COMPLETE, a receipt or a record of the log says about the money. Anything inconsistent is *unknown*.
/// Source: datecs.md 11, 12.
enum DatecsReading {
    /// What is known of the transaction besides what the reader says of it.
    struct Context: Hashable {
        var request: ReaderRequest
        /// Bytes have gone to the acquirer through the till.
        var relayed: Bool
        /// The reader asked the till for a connection; one that didn't may have its own.
        var askedForConnection: Bool
        /// We have asked it to stop.
        var cancelSent: Bool
    }

    /// Why the reader began nothing.
    enum Refusal: Hashable {
        /// The protocol has no such transaction, or the till doesn't know what it refers to.
        case notPermitted
        case otherCurrency
        /// It could not be written down.
        case notRecorded
        /// The reader was asked how far its log goes, and said nothing.
        case noAnswer
        case status(Status)

        var status: Status {
            switch self {
            case .notPermitted: .notPermitted
            case .otherCurrency: .badValue
            case .notRecorded: .generalError
            case .noAnswer: .timeout
            case .status(let status): status
            }
        }
    }

    static func notStarted(_ request: ReaderRequest, _ refusal: Refusal) -> ReaderReading {
        var result = lost(request).result
        result.finStatus = "FAILED"
        result.statusMessage = refusal == .otherCurrency ? "the reader has another currency" : refusal.status.name
        result.raw = Payments.TransactionResult.RawResult(
            header: DatecsResult.code(refusal.status), result: nil, fields: nil)
        return ReaderReading(outcome: .failed, result: result)
    }

    /// No COMPLETE, and there will be none.
    static func lost(_ request: ReaderRequest) -> ReaderReading {
        var result = Payments.TransactionResult(finStatus: "UNDEFINED")
        result.type = request.operation.datecsWord
        result.requestedAmount = request.money.minorUnits
        result.currency = request.money.currency.alpha
        return ReaderReading(outcome: .unknown, result: result)
    }

    /// - Parameters:
    ///   - complete: what COMPLETE said; it decides.
    ///   - receipt: nil where the reader gave none.
    static func read(_ complete: Record, receipt: Record?, in context: Context) -> ReaderReading {
        let request = context.request
        var outcome = outcome(complete, in: context)
        if let receipt, contradicts(receipt, complete) { outcome = .unknown }
        var result = DatecsResult.make(complete.completed(by: receipt))
        result.type = request.operation.datecsWord
        result.requestedAmount = request.money.minorUnits
        if request.operation.isInPoints || result.currency == nil { result.currency = request.money.currency.alpha }
        result.customerReference = request.customerReference
        result.originalEFTTransactionID = request.originalID
        result.gratuityAmount = result.gratuityAmount ?? request.tip
        result.totalAmount = request.cashback.map { request.money.minorUnits + $0 }
        result.finStatus = outcome.finStatus
        result.authorisedAmount = outcome == .approved ? request.money.minorUnits : 0
        let slip =
            outcome == .approved && receipt?.signature == .cardholder
            ? DatecsSlip.text(complete.completed(by: receipt), request) : nil
        return ReaderReading(outcome: outcome, result: result, slip: slip)
    }

    /// A result on its own: of the log, or one that hung. Whose it is, others find out.
    static func logged(_ record: Record) -> ReaderReading {
        var result = DatecsResult.make(record)
        if record.transactionType?.operation?.isInPoints == true { result.currency = Currency.points.alpha }
        result.recoveredTransaction = true
        let outcome = loggedOutcome(record)
        result.finStatus = outcome.finStatus
        result.authorisedAmount = outcome == .approved ? result.requestedAmount : 0
        return ReaderReading(outcome: outcome, result: result)
    }

    static func logRecord(_ record: Record) -> ReaderLogRecord {
        ReaderLogRecord(
            number: record.stan ?? 0, kind: ReaderLogRecord.Kind(record.transactionType), reading: logged(record))
    }
}

extension DatecsReading {
    /// What was reversed is not paid, whatever else it says. Source: datecs.md 12.3.
    private static func loggedOutcome(_ record: Record) -> Outcome {
        guard let result = record.result else { return .unknown }
        if record.state == .reversed { return .failed }
        switch (result, record.error) {
        case (.approved, _): return .approved
        case (.declined, _): return .declined
        case (.error, .cancelled?), (.error, .timeout?): return .cancelled
        default: return .failed
        }
    }

    /// An error after the request has left may be a payment that the acquirer knows of: the reader is asked what became
    /// of it. *own choice* So is an approval that crossed our wish to stop: what that does to it nobody says.
    private static func outcome(_ complete: Record, in context: Context) -> Outcome {
        guard echoes(complete, context.request) else { return .unknown }
        switch complete.verdict {
        case .approved: return context.cancelSent ? .unknown : .approved
        case .declined, .declinedForCash, .declinedForPIN: return .declined
        case .failed where mayHaveLeft(complete, context): return .unknown
        case .failed(.cancelled?), .failed(.timeout?): return .cancelled
        case .failed: return .failed
        }
    }

    /// The acquirer may know of it. A reader with a network of its own says so only by the number that it has given.
    private static func mayHaveLeft(_ complete: Record, _ context: Context) -> Bool {
        context.relayed || !context.askedForConnection && complete.stan != nil
    }

    /// What is there of the request has to be what was asked. An approval has to name its amount.
    private static func echoes(_ complete: Record, _ request: ReaderRequest) -> Bool {
        let asked = UInt64(exactly: request.money.minorUnits)
        guard complete.amount != nil || complete.result != .approved else { return false }
        let typeOK = complete.transactionType.map { $0.operation == request.operation } ?? true
        // What the reader says of currency is its terminal's, whatever the amount is in.
        let currencyOK =
            request.operation.isInPoints
            || complete.currency.map { $0 == Int(request.money.currency.numeric) } ?? true
        return (complete.amount == nil || complete.amount == asked) && typeOK && currencyOK
    }

    /// The receipt is another transaction's: a good checksum is no proof. (vectors D08, D09)
    private static func contradicts(_ receipt: Record, _ complete: Record) -> Bool {
        func differ<Value: Equatable>(_ one: Value?, _ other: Value?) -> Bool {
            one != nil && other != nil && one != other
        }
        return differ(receipt.amount, complete.amount) || differ(receipt.stan, complete.stan)
            || differ(receipt.result, complete.result) || differ(receipt.rrn, complete.rrn)
    }
}

extension Record {
    /// What COMPLETE said, and what only the receipt has.
    func completed(by receipt: Record?) -> Record {
        guard let receipt else { return self }
        let known = Set(objects.map(\.tag))
        return Record(objects + receipt.objects.filter { !known.contains($0.tag) })
    }
}

extension TransactionType {
    /// What the till calls it; nil for what moves no money, and for what it doesn't know.
    var operation: PaymentIntent.Operation? {
        switch self {
        case .purchase, .purchaseWithCashback, .purchaseWithReference: .sale
        case .cashAdvance: .cashAdvance
        case .loyaltySpend: .loyaltySpend
        case .voidLoyaltySpend: .loyaltyReversal
        case .authorization: .preauthorisation
        case .capture: .capture
        case .voidPurchase: .saleReversal
        case .voidCashAdvance: .advanceReversal
        case .voidAuthorization: .release
        case .refund: .refund
        default: nil
        }
    }

    fileprivate var isService: Bool {
        self == .endOfDay || self == .testConnection || self == .update || self == .loyaltyBalance
    }
}

extension ReaderLogRecord.Kind {
    /// A record without a type may be a payment.
    init(_ type: TransactionType?) {
        guard let type, !type.isService else {
            self = type == nil ? .other : .service
            return
        }
        self = type.operation.map(Self.payment) ?? .other
    }
}

extension Outcome {
    /// As a HEFT reader's answer says it. Source: heft.md 4.3.
    fileprivate var finStatus: String {
        switch self {
        case .approved: "AUTHORISED"
        case .partlyApproved: "PARTIAL_APPROVAL"
        case .declined: "DECLINED"
        case .cancelled: "CANCELLED"
        case .failed: "FAILED"
        case .unknown: "UNDEFINED"
        }
    }
}

extension PaymentIntent.Operation {
    /// The word for it in results, in the manner of HEFT's. *own choice*
    var datecsWord: String {
        switch self {
        case .sale, .saleAndTokenise, .referredSale: "SALE"
        case .refund, .linkedRefund: "REFUND"
        case .saleReversal: "VOID_SALE"
        case .refundReversal: "VOID_REFUND"
        case .tokenise: "TOKENIZE_CARD"
        case .motoSale: "MOTO_SALE"
        case .motoRefund: "MOTO_REFUND"
        case .motoReversal: "MOTO_REVERSAL"
        case .cashAdvance: "CASH_ADVANCE"
        case .loyaltySpend: "LOYALTY_SPEND"
        case .loyaltyReversal: "VOID_LOYALTY"
        case .advanceReversal: "VOID_CASH_ADVANCE"
        case .preauthorisation: "PRE_AUTHORISATION"
        case .capture: "CAPTURE"
        case .release: "RELEASE"
        }
    }
}
