import Payments
import Time

/// What gateways book that know a payment by its order or by the acquirer's number. Each booking has such a number of
/// its own.
extension AcquirerMind {
    /// A refund counts as one without a card: the reader has no part in it.
    mutating func give(
        _ refund: CloudOrder.Refund, of original: String, _ id: String, _ at: WallTime
    ) throws(CloudRefusal) {
        guard let sale = find(original), [.sale, .capture, .motoSale].contains(sale.request.kind),
            sale.answer.authorisedAmount > 0
        else { throw .originalNotFound }
        try checkCurrency(refund.money.currency.numeric, of: sale)
        guard stands(sale.request.id) else { throw .alreadyReversed }
        let amount = refund.money.minorUnits
        guard amount <= left(of: sale.request.id) else { throw .refundAboveSale }
        let answer = refund.refusal.map { AcquirerAnswer.refusal(.declined, $0) } ?? approval(of: amount)
        book(.motoRefund, amount, refund.customerReference, answer, after: sale, id, at)
    }

    /// Once: a sale that was allowed is not allowed again.
    mutating func sell(
        referred original: String, _ reference: String?, _ id: String, _ at: WallTime
    ) throws(CloudRefusal) {
        guard let referred = find(original), ledger[referred.position].isReferred else { throw .originalNotFound }
        let isSold = (following[referred.request.id] ?? []).contains { known[$0]?.request.kind == .sale }
        guard !isSold else { throw .alreadyCompleted }
        let amount = referred.request.amount
        book(.sale, amount, reference, approval(of: amount), after: referred, id, at)
    }

    mutating func approval(of amount: Int64) -> AcquirerAnswer {
        AcquirerAnswer(
            finStatus: .authorised, authorisationCode: terminalApproval(), authorisedAmount: amount,
            statusMessage: nil)
    }

    mutating func book(
        _ kind: AcquirerRequest.Kind, _ amount: Int64, _ reference: String?, _ answer: AcquirerAnswer,
        after original: Known, _ id: String, _ at: WallTime
    ) {
        let request = AcquirerRequest(
            kind: kind, amount: amount, currency: original.request.currency,
            customerReference: reference ?? original.request.customerReference, id: id,
            originalID: original.request.id, serialNumber: original.request.serialNumber)
        record(
            request, answer, under: ledger[original.position].transactionReference, cloudRRN: nextRRN(), at: at)
    }
}

extension LedgerEntry {
    /// A sale on a pinpad that only the issuer's people can allow.
    public var isReferred: Bool { kind == .sale && terminal?.code == TerminalAnswer.referToIssuer }
}
