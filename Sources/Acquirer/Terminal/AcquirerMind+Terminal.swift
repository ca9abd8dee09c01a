import Payments
public import Time

/// What comes from pinpads.
extension AcquirerMind {
    /// Decides on what a pinpad asks. A repeated request gets the first answer and no second entry; the same STAN for
    /// something else is refused.
    public mutating func decide(_ request: TerminalRequest, at: WallTime) -> TerminalAnswer {
        guard let id = request.id else { return service(request) }
        if let earlier = answered[id] {
            return earlier.request == request ? earlier.answer : TerminalAnswer(code: TerminalAnswer.duplicate)
        }
        let answer =
            request.kind == .batch ? settle(request, at: at) : transact(request, under: id, at: at)
        answered[id] = AnsweredTerminal(request: request, answer: answer)
        return answer
    }

    /// What changes nothing; a batch without a number is nothing.
    private func service(_ request: TerminalRequest) -> TerminalAnswer {
        guard request.kind != .batch else { return TerminalAnswer(code: TerminalAnswer.malfunction) }
        let points = request.kind == .loyaltyBalance ? Self.pointsOfEverybody : nil
        return TerminalAnswer(code: TerminalAnswer.approved, points: points)
    }

    /// *own choice*
    private static let pointsOfEverybody: Int64 = 12_000

    private mutating func transact(_ request: TerminalRequest, under id: String, at: WallTime) -> TerminalAnswer {
        guard let kind = request.kind.ledgerKind else { return TerminalAnswer(code: TerminalAnswer.malfunction) }
        let original = originalID(of: request)
        let (code, moved) = verdict(on: request, original)
        if request.kind == .reversal, let original { reversed.insert(original) }
        let isDone = code == TerminalAnswer.approved
        let approval = isDone ? terminalApproval() : nil
        let answer =
            moved > 0
            ? AcquirerAnswer(
                finStatus: .authorised, authorisationCode: approval ?? "", authorisedAmount: moved, statusMessage: nil)
            : .refusal(.declined, isDone ? "Nothing to reverse" : "Code \(code)")
        let rrn = nextRRN()
        let trace = TerminalTrace(
            terminalID: request.terminalID, stan: request.stan, rrn: rrn, code: code, tip: request.tip,
            cashback: request.cashback)
        let entry = AcquirerRequest(
            kind: kind, amount: request.total, currency: request.currency, customerReference: request.reference, id: id,
            originalID: original, serialNumber: request.serialNumber)
        record(entry, answer, terminal: trace, at: at)
        return TerminalAnswer(code: code, rrn: rrn, approval: approval)
    }

    /// - Returns: the code, and the minor units that move.
    private func verdict(on request: TerminalRequest, _ original: String?) -> (code: Int, moved: Int64) {
        if request.kind == .reversal { return (TerminalAnswer.approved, original.map(left) ?? 0) }
        guard request.total > 0 else { return (TerminalAnswer.badAmount, 0) }
        let code = code(for: request, original)
        return (code, code == TerminalAnswer.approved ? request.total : 0)
    }

    private func code(for request: TerminalRequest, _ original: String?) -> Int {
        guard !reversed.contains(request.transactionID) else { return TerminalAnswer.badTransaction }
        let isFree = request.originalRRN == nil
        switch request.kind {
        case .sale where scenario.refersToIssuer(request.amount): return TerminalAnswer.referToIssuer
        case .sale, .advance, .authorization: return scenario.terminalCode(on: request.amount)
        case .refund where isFree: return scenario.terminalCode(on: request.amount)
        case .loyaltySpend: return TerminalAnswer.approved
        case .refund: return code(for: request, original, undoing: [.sale, .capture], inParts: true)
        case .capture, .release: return code(for: request, original, undoing: [.authorization], inParts: false)
        case .voidSale: return code(for: request, original, undoing: [.sale, .capture], inParts: false)
        case .voidAdvance: return code(for: request, original, undoing: [.cashAdvance], inParts: false)
        case .voidLoyalty: return code(for: request, original, undoing: [.loyaltySpend], inParts: false)
        case .reversal, .batch, .echo, .parameters, .keys, .loyaltyBalance: return TerminalAnswer.malfunction
        }
    }

    /// Whether what follows an earlier transaction may.
    private func code(
        for request: TerminalRequest, _ original: String?, undoing kinds: [AcquirerRequest.Kind], inParts: Bool
    ) -> Int {
        guard let original, let first = known[original], kinds.contains(first.request.kind), stands(original),
            first.request.currency == request.currency, !isCaptured(original)
        else { return TerminalAnswer.badTransaction }
        guard request.total <= left(of: original) else { return TerminalAnswer.badAmount }
        let isWhole = request.total == first.answer.authorisedAmount
        return isWhole || inParts ? TerminalAnswer.approved : TerminalAnswer.badAmount
    }

    /// Of a reversal what has its STAN; else what has the RRN and the approval code.
    private func originalID(of request: TerminalRequest) -> String? {
        if request.kind == .reversal { return request.transactionID }
        guard let rrn = request.originalRRN else { return nil }
        return ledger.first { $0.rrn == rrn && $0.authorisationCode == request.originalApproval }?.id
    }
}

/// A pinpad's request that was answered.
struct AnsweredTerminal: Hashable, Sendable {
    var request: TerminalRequest
    var answer: TerminalAnswer
}

extension TerminalRequest {
    /// Minor units of all that the card pays.
    var total: Int64 { amount + (cashback ?? 0) }
}

extension TerminalRequest.Kind {
    /// Nil for what the ledger doesn't have.
    var ledgerKind: AcquirerRequest.Kind? {
        switch self {
        case .sale: .sale
        case .advance: .cashAdvance
        case .authorization: .authorization
        case .capture: .capture
        case .refund: .refund
        case .voidSale: .voidSale
        case .voidAdvance: .voidAdvance
        case .release: .release
        case .loyaltySpend: .loyaltySpend
        case .voidLoyalty: .voidLoyalty
        case .reversal: .reversal
        case .batch, .echo, .parameters, .keys, .loyaltyBalance: nil
        }
    }
}
