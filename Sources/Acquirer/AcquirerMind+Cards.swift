import Payments
import Time

/// What gateways book that take cards themselves, by tokens. *own choice*
extension AcquirerMind {
    /// Nobody is there who could pay the rest: what a scenario approves in part is declined.
    mutating func pay(_ payment: CloudOrder.CardPayment, _ id: String, _ at: WallTime) {
        let request = AcquirerRequest(
            kind: payment.isAuthorization ? .authorization : .motoSale, amount: payment.money.minorUnits,
            currency: payment.money.currency.numeric, customerReference: payment.customerReference, id: id)
        record(request, answer(to: payment), cloudRRN: free(payment.number), at: at)
    }

    private mutating func answer(to payment: CloudOrder.CardPayment) -> AcquirerAnswer {
        if let refusal = payment.refusal { return .refusal(refusal.finStatus, refusal.reason) }
        let amount = payment.money.minorUnits
        let verdict = scenario.verdict(on: amount)
        switch verdict.finStatus {
        case .authorised: return approval(of: amount)
        case .partialApproval: return .refusal(.declined, "No partial approval")
        case .declined, .failed: return .refusal(verdict.finStatus, verdict.text)
        }
    }

    private mutating func free(_ number: String) -> String { transaction(rrn: number) == nil ? number : nextRRN() }

    mutating func capture(
        _ part: Money?, of original: String, _ id: String, _ at: WallTime
    ) throws(CloudRefusal) {
        let blocked = try blocked(original)
        if let part { try checkCurrency(part.currency.numeric, of: blocked) }
        let rest = blocked.answer.authorisedAmount - captured(of: blocked.request.id)
        guard rest > 0 else { throw .alreadyCompleted }
        let amount = part?.minorUnits ?? rest
        guard amount <= rest else { throw .aboveOriginal }
        book(.capture, amount, nil, approval(of: amount), after: blocked, id, at)
    }

    mutating func release(_ original: String, _ id: String, _ at: WallTime) throws(CloudRefusal) {
        let blocked = try blocked(original)
        guard !isCaptured(blocked.request.id) else { throw .alreadyCompleted }
        let amount = blocked.answer.authorisedAmount
        book(.release, amount, nil, approval(of: amount), after: blocked, id, at)
    }

    private func blocked(_ original: String) throws(CloudRefusal) -> Known {
        guard let blocked = find(original), blocked.request.kind == .authorization,
            blocked.answer.authorisedAmount > 0
        else { throw .originalNotFound }
        guard stands(blocked.request.id) else { throw .alreadyReversed }
        return blocked
    }
}
