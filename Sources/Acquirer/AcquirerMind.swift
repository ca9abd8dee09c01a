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
    /// Sales that may not be charged any more, though they may never have arrived.
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
        switch request.kind {
        case .sale:
            guard !reversed.contains(request.id) else { return .refusal(.declined, "Reversed before it arrived") }
            return answer(scenario.verdict(on: request.amount))
        case .reversal:
            guard let original = request.originalID, isCharged(original) else {
                reversed.formUnion(request.originalID.map { [$0] } ?? [])
                return .refusal(.declined, "Nothing to reverse")
            }
            reversed.insert(original)
            return answer(.approved(request.amount))
        }
    }

    private func isCharged(_ sale: String) -> Bool {
        guard let answer = known[sale]?.answer, !reversed.contains(sale) else { return false }
        return answer.authorisedAmount > 0
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
