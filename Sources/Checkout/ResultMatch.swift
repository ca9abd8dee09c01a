import Payments
import Time

/// Finds the payment that a recovered result belongs to. Two candidates are none: both stay unknown.
enum ResultMatch: Hashable {
    case payment(TransactionReference)
    /// The result stands in the journal already.
    case known(TransactionReference)
    case nobody

    /// By the transaction's own id where it is known; else by reference, amount, currency, reader and time.
    static func find(
        _ result: TransactionResult, from serialNumber: String, among payments: [KnownPayment]
    ) -> ResultMatch {
        if let id = result.eftTransactionID,
            let same = payments.first(where: { !$0.isUnresolved && $0.eftTransactionID == id })
        {
            return .known(same.intent.reference)
        }
        let fitting = payments.filter {
            !$0.intent.isAtCloud && $0.intent.readerSerialNumber == serialNumber && fits(result, $0)
        }
        let open = fitting.filter(\.isUnresolved)
        if open.count == 1 { return .payment(open[0].intent.reference) }
        if open.isEmpty, fitting.count == 1, result.customerReference != nil {
            return .known(fitting[0].intent.reference)
        }
        return .nobody
    }

    /// What readers and the cloud call operations; other words say nothing. Source: heft.md 4.3.
    private static let types: [String: Set<PaymentIntent.Operation>] = [
        "SALE": [.sale, .saleAndTokenise, .referredSale], "SALE_AND_TOKENIZE_CARD": [.sale, .saleAndTokenise],
        "REFUND": [.refund, .linkedRefund],
        "VOID_SALE": [.saleReversal], "VOID_REFUND": [.refundReversal], "TOKENIZE_CARD": [.tokenise],
        "MOTO_SALE": [.motoSale], "MOTO_REFUND": [.motoRefund], "MOTO_REVERSAL": [.motoReversal],
        "CASH_ADVANCE": [.cashAdvance], "VOID_CASH_ADVANCE": [.advanceReversal],
        "LOYALTY_SPEND": [.loyaltySpend], "VOID_LOYALTY": [.loyaltyReversal],
        "PRE_AUTHORISATION": [.preauthorisation], "CAPTURE": [.capture], "RELEASE": [.release],
    ]

    private static func fits(_ result: TransactionResult, _ payment: KnownPayment) -> Bool {
        let intent = payment.intent
        guard isType(result.type, of: intent.operation) else { return false }
        guard intent.operation.movesMoney else {
            return result.type == "TOKENIZE_CARD" && result.customerReference == intent.referenceOnTheWire
        }
        let amount = result.requestedAmount ?? result.authorisedAmount
        guard amount == intent.money.minorUnits,
            result.currency ?? intent.money.currency.alpha == intent.money.currency.alpha
        else { return false }
        if let reference = result.customerReference, reference != intent.referenceOnTheWire { return false }
        return isPlausible(result.eftTimestamp, payment.at.milliseconds, within: localTime)
    }

    /// A word that isn't known says nothing.
    static func isType(_ type: String?, of operation: PaymentIntent.Operation) -> Bool {
        type.flatMap { types[$0]?.contains(operation) } ?? true
    }

    /// The reader's clock shows local time, which is at most 15 hours from UTC. *own choice*
    static let localTime = Duration.seconds(15 * 3600)

    /// - Parameter timestamp: `YYYYMMDDhhmmss`, read as UTC; anything else is plausible.
    static func isPlausible(_ timestamp: String?, _ at: Int64, within margin: Duration) -> Bool {
        guard let timestamp, let seconds = secondsSinceEpoch(timestamp) else { return true }
        return abs(seconds - at / 1000) <= margin.components.seconds
    }

    /// `YYYYMMDDhhmmss` read as UTC; nil for anything else.
    private static func secondsSinceEpoch(_ text: String) -> Int64? {
        let digits = text.utf8.map { Int64($0) - 48 }
        guard digits.count == 14, digits.allSatisfy({ 0...9 ~= $0 }) else { return nil }
        func number(_ range: Range<Int>) -> Int64 { digits[range].reduce(0) { $0 * 10 + $1 } }
        let (year, month, day) = (number(0..<4), number(4..<6), number(6..<8))
        guard (1...12).contains(month), (1...31).contains(day) else { return nil }
        let march = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let days =
            march.0 * 365 + march.0 / 4 - march.0 / 100 + march.0 / 400
            + (153 * march.1 + 2) / 5 + day - 1 - 719_468
        return days * 86_400 + number(8..<10) * 3600 + number(10..<12) * 60 + number(12..<14)
    }
}
