public import Time

/// Decides on requests and remembers every decision. The ledger is never shortened: tests audit it.
public struct AcquirerMind: Hashable, Sendable {
    public struct Decision: Hashable, Sendable {
        public var answer: AcquirerAnswer
        /// Nil where nothing new was decided: a repeated or contradictory request.
        public var entry: LedgerEntry?
    }

    public let scenario: Scenario
    public private(set) var ledger: [LedgerEntry] = []
    private var known: [String: Known] = [:]
    /// What the reader has taken back, though it may never have arrived.
    private var reversed: Set<String> = []
    private var random: SplitMix64

    private struct Known: Hashable {
        var request: AcquirerRequest
        var answer: AcquirerAnswer
    }

    public init(scenario: Scenario = .default, seed: UInt64) {
        self.scenario = scenario
        random = SplitMix64(seed: seed)
    }

    /// A request that was decided before gets the same answer and no second entry: a repeated one never charges twice.
    public mutating func decide(_ request: AcquirerRequest, at: WallTime) -> Decision {
        if let earlier = known[request.id] {
            let isSame = earlier.request == request
            return Decision(answer: isSame ? earlier.answer : .refusal(.failed, "The id was used for something else"))
        }
        let answer = answer(to: request)
        let entry = LedgerEntry(request, answer, at: at)
        known[request.id] = Known(request: request, answer: answer)
        ledger.append(entry)
        return Decision(answer: answer, entry: entry)
    }

    private mutating func answer(to request: AcquirerRequest) -> AcquirerAnswer {
        guard request.kind == .reversal || !reversed.contains(request.id) else {
            return .refusal(.declined, "Reversed before it arrived")
        }
        switch request.kind {
        case .sale: return answer(scenario.verdict(on: request.amount))
        case .refund: return refund(request)
        case .voidSale, .voidRefund: return void(request)
        case .reversal:
            guard let original = request.originalID, stands(original) else {
                reversed.formUnion(request.originalID.map { [$0] } ?? [])
                return .refusal(.declined, "Nothing to reverse")
            }
            reversed.insert(original)
            return answer(.approved(request.amount))
        }
    }

    /// Of a sale at most what is left of it; on its own as the scenario says.
    private mutating func refund(_ request: AcquirerRequest) -> AcquirerAnswer {
        guard let original = request.originalID else { return answer(scenario.verdict(on: request.amount)) }
        guard let sale = known[original], sale.request.kind == .sale, stands(original),
            sale.request.currency == request.currency
        else { return .refusal(.declined, "No such sale") }
        let refunded = linked(to: original, .refund).reduce(0) { $0 + $1.answer.authorisedAmount }
        guard request.amount <= sale.answer.authorisedAmount - refunded else {
            return .refusal(.declined, "More than is left of the sale")
        }
        return answer(scenario.verdict(on: request.amount))
    }

    /// The whole of a transaction that stands, once, and of a sale only before anything of it was refunded.
    private mutating func void(_ request: AcquirerRequest) -> AcquirerAnswer {
        let wanted: AcquirerRequest.Kind = request.kind == .voidSale ? .sale : .refund
        guard let id = request.originalID, let original = known[id], original.request.kind == wanted, stands(id),
            original.answer.authorisedAmount == request.amount, original.request.currency == request.currency,
            linked(to: id, .refund).isEmpty
        else { return .refusal(.declined, "Nothing to undo") }
        return answer(.approved(request.amount))
    }

    /// Money has moved for it, and was moved back neither by a reversal nor by a void that stands itself.
    private func stands(_ id: String) -> Bool {
        guard let answer = known[id]?.answer, answer.authorisedAmount > 0, !reversed.contains(id) else { return false }
        return linked(to: id, .voidSale).isEmpty && linked(to: id, .voidRefund).isEmpty
    }

    /// What names this transaction as its original, and stands.
    private func linked(to id: String, _ kind: AcquirerRequest.Kind) -> [Known] {
        known.values.filter { $0.request.kind == kind && $0.request.originalID == id && stands($0.request.id) }
    }

    private mutating func answer(_ verdict: Verdict) -> AcquirerAnswer {
        guard verdict.authorisedAmount > 0 else { return .refusal(verdict.finStatus, verdict.text) }
        return AcquirerAnswer(
            finStatus: verdict.finStatus, authorisationCode: approvalCode(),
            authorisedAmount: verdict.authorisedAmount, statusMessage: verdict.text)
    }

    /// Between 1000 and 99998, as the SDK's simulator has it. Source: heft.md 7.1.
    private mutating func approvalCode() -> String {
        let digits = String(1000 + random.next() % 98_999)
        return String(repeating: "0", count: 5 - digits.count) + digits
    }
}

extension AcquirerAnswer {
    static func refusal(_ finStatus: FinStatus, _ text: String?) -> AcquirerAnswer {
        AcquirerAnswer(finStatus: finStatus, authorisationCode: "", authorisedAmount: 0, statusMessage: text)
    }
}
