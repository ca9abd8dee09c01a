import Payments
public import Time

/// What comes through the acquirer's cloud.
extension AcquirerMind {
    /// Decides on an order. The new decision stands under the reference of the transaction that it is about, and on
    /// that one's reader. Source: gateways.md B.4, B.5.
    /// - Parameter id: GUID of the order, which nothing else has.
    public mutating func carryOut(
        _ order: CloudOrder, id: String, at: WallTime
    ) throws(CloudRefusal) -> KnownTransaction {
        switch order {
        case .reversal(let original, nil): try reverse(original, id, at)
        case .reversal(let original, let part?):
            try reverse(original, part: part.minorUnits, of: part.currency.numeric, id, at)
        case .tip(let original, let tip): try adjustTip(of: original, to: tip, id, at)
        case .motoSale(let payment, let token):
            guard isKnown(token: token) else { throw .unknownToken }
            decideMoto(.motoSale, payment, original: nil, id, at)
        case .motoRefund(let payment, let source): try refundMoto(payment, source, id, at)
        case .motoReversal(let original, let money): try reverseMoto(original, money, id, at)
        case .refund(let original, let refund): try give(refund, of: original, id, at)
        case .referredSale(let original, let reference): try sell(referred: original, reference, id, at)
        case .cardPayment(let payment): pay(payment, id, at)
        case .capture(let original, let part): try capture(part, of: original, id, at)
        case .release(let original): try release(original, id, at)
        }
        guard let decided = transaction(id) else { throw .originalNotFound }
        return decided
    }

    /// The token of the card that paid. Source: gateways.md B.4.
    public func token(of id: String) throws(CloudRefusal) -> String {
        guard let original = find(id) else { throw .unknownGUID }
        switch original.request.kind {
        case .sale, .refund, .motoSale, .motoRefund: return CardToken.text(of: original.request.id)
        case .voidSale, .voidRefund, .reversal, .motoReversal, .tipAdjustment, .authorization, .capture, .release,
            .cashAdvance, .voidAdvance, .loyaltySpend, .voidLoyalty:
            throw .noToken
        }
    }
}

extension AcquirerMind {
    func find(_ id: String) -> Known? { known[id] ?? known[id.lowercased()] }

    private mutating func reverse(_ original: String, _ id: String, _ at: WallTime) throws(CloudRefusal) {
        let payment = try reversible(original)
        undo(payment, left(of: payment.request.id), .reversal, id, at)
    }

    private mutating func reverse(
        _ original: String, part: Int64, of currency: UInt16, _ id: String, _ at: WallTime
    ) throws(CloudRefusal) {
        let payment = try reversible(original)
        try checkCurrency(currency, of: payment)
        let left = left(of: payment.request.id)
        guard part <= left else { throw .aboveOriginal }
        guard part == left || payment.request.kind == .sale else { throw .noPartialReversal }
        undo(payment, part, .reversal, id, at)
    }

    private mutating func reverseMoto(
        _ original: String, _ money: Money, _ id: String, _ at: WallTime
    ) throws(CloudRefusal) {
        guard let sale = find(original), sale.request.kind == .motoSale || sale.request.kind == .motoRefund else {
            throw .originalNotFound
        }
        try checkCurrency(money.currency.numeric, of: sale)
        try checkUndoable(sale)
        let left = left(of: sale.request.id)
        guard money.minorUnits <= left else { throw .aboveOriginal }
        guard money.minorUnits == left else { throw .noPartialReversal }
        undo(sale, left, .motoReversal, id, at)
    }

    /// A payment or refund of which something can be undone.
    private func reversible(_ id: String) throws(CloudRefusal) -> Known {
        guard let payment = find(id) else { throw .originalNotFound }
        switch payment.request.kind {
        case .sale, .refund, .motoSale, .motoRefund: break
        case .voidSale, .voidRefund, .reversal, .motoReversal, .tipAdjustment, .authorization, .capture, .release,
            .cashAdvance, .voidAdvance, .loyaltySpend, .voidLoyalty:
            throw .originalNotFound
        }
        try checkUndoable(payment)
        return payment
    }

    private func checkUndoable(_ payment: Known) throws(CloudRefusal) {
        let id = payment.request.id
        guard payment.answer.authorisedAmount > 0 else { throw .originalNotFound }
        guard stands(id) else { throw .alreadyReversed }
        guard !isSettled(payment.position), refunded(of: id) == 0 else { throw .alreadyCompleted }
    }

    func checkCurrency(_ currency: UInt16, of payment: Known) throws(CloudRefusal) {
        guard payment.request.currency == currency else { throw .otherCurrency }
    }

    private mutating func undo(
        _ payment: Known, _ amount: Int64, _ kind: AcquirerRequest.Kind, _ id: String, _ at: WallTime
    ) {
        let isWhole = amount == left(of: payment.request.id)
        decide(kind, on: payment, amount, id, at)
        if isWhole { reversed.insert(payment.request.id) }
    }

    private mutating func adjustTip(
        of original: String, to tip: Int64, _ id: String, _ at: WallTime
    ) throws(CloudRefusal) {
        guard let sale = find(original), sale.request.kind == .sale || sale.request.kind == .motoSale,
            sale.answer.authorisedAmount > 0
        else { throw .unknownGUID }
        guard stands(sale.request.id) else { throw .alreadyReversed }
        guard !isSettled(sale.position), refunded(of: sale.request.id) == 0 else { throw .alreadyCompleted }
        guard !scenario.refusesTip(tip) else { throw .tipRefused }
        decide(.tipAdjustment, on: sale, tip, id, at)
    }

    /// What is done to a transaction has its code, its references and its reader.
    private mutating func decide(
        _ kind: AcquirerRequest.Kind, on original: Known, _ amount: Int64, _ id: String, _ at: WallTime
    ) {
        let request = AcquirerRequest(
            kind: kind, amount: amount, currency: original.request.currency,
            customerReference: original.request.customerReference, id: id, originalID: original.request.id,
            serialNumber: original.request.serialNumber)
        let answer = AcquirerAnswer(
            finStatus: .authorised, authorisationCode: original.answer.authorisationCode, authorisedAmount: amount,
            statusMessage: nil)
        record(request, answer, under: ledger[original.position].transactionReference, at: at)
    }

    private mutating func refundMoto(
        _ payment: CloudOrder.MotoPayment, _ source: CloudOrder.MotoSource, _ id: String, _ at: WallTime
    ) throws(CloudRefusal) {
        switch source {
        case .token(let token):
            guard isKnown(token: token) else { throw .unknownToken }
            decideMoto(.motoRefund, payment, original: nil, id, at)
        case .original(let original):
            guard let sale = find(original), sale.request.kind == .sale || sale.request.kind == .motoSale,
                sale.answer.authorisedAmount > 0
            else { throw .originalNotFound }
            try checkCurrency(payment.money.currency.numeric, of: sale)
            guard stands(sale.request.id) else { throw .alreadyReversed }
            guard payment.money.minorUnits <= left(of: sale.request.id) else { throw .refundAboveSale }
            decideMoto(.motoRefund, payment, original: sale, id, at)
        }
    }

    private mutating func decideMoto(
        _ kind: AcquirerRequest.Kind, _ payment: CloudOrder.MotoPayment, original: Known?, _ id: String, _ at: WallTime
    ) {
        let money = payment.money
        let request = AcquirerRequest(
            kind: kind, amount: money.minorUnits, currency: money.currency.numeric,
            customerReference: original?.request.customerReference ?? payment.customerReference, id: id,
            originalID: original?.request.id, serialNumber: original?.request.serialNumber)
        let reference = original.map { ledger[$0.position].transactionReference } ?? payment.transactionReference
        record(request, answer(scenario.verdict(on: money.minorUnits)), under: reference, at: at)
    }

    private func isKnown(token: String) -> Bool {
        known.keys.contains { CardToken.text(of: $0) == token && (try? self.token(of: $0)) != nil }
    }
}
