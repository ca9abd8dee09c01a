import Payments
public import Time

/// Decides on requests and remembers every decision. The ledger is never shortened: tests audit it.
public struct AcquirerMind: Hashable, Sendable {
    public struct Decision: Hashable, Sendable {
        public var answer: AcquirerAnswer
        /// Nil where nothing new was decided: a repeated or contradictory request.
        public var entry: LedgerEntry?
    }

    /// A request that was decided on.
    struct Known: Hashable {
        var request: AcquirerRequest
        var answer: AcquirerAnswer
        /// Where its decision stands in the ledger.
        var position: Int
    }

    public let scenario: Scenario
    public private(set) var ledger: [LedgerEntry] = []
    private(set) var known: [String: Known] = [:]
    /// What names a transaction as its original, in the order of the ledger.
    private(set) var following: [String: [String]] = [:]
    /// What was taken back as a whole, though it may never have arrived.
    var reversed: Set<String> = []
    /// The batches of each reader that are closed, the first one first.
    var closed: [String: [ClosedBatch]] = [:]
    /// What pinpads have been answered.
    var answered: [String: AnsweredTerminal] = [:]
    private var random: SplitMix64

    public init(scenario: Scenario = .default, seed: UInt64) {
        self.scenario = scenario
        random = SplitMix64(seed: seed)
    }

    /// Decides on what a reader asks. A request that was decided before gets the same answer and no second entry: a
    /// repeated one never charges twice.
    public mutating func decide(_ request: AcquirerRequest, at: WallTime) -> Decision {
        if let earlier = known[request.id] {
            let isSame = earlier.request == request
            return Decision(answer: isSame ? earlier.answer : .refusal(.failed, "The id was used for something else"))
        }
        let answer = answer(to: request)
        return Decision(answer: answer, entry: record(request, answer, at: at))
    }

    /// Takes a decision into the ledger.
    /// - Parameters:
    ///   - reference: what it stands under where the customer reference doesn't say it.
    ///   - terminal: the numbers of a pinpad's request.
    ///   - cloudRRN: the number of what has none of a pinpad.
    @discardableResult
    mutating func record(
        _ request: AcquirerRequest, _ answer: AcquirerAnswer, under reference: TransactionReference? = nil,
        terminal: TerminalTrace? = nil, cloudRRN: String? = nil, at: WallTime
    ) -> LedgerEntry {
        var entry = LedgerEntry(request, answer, at: at)
        entry.terminal = terminal
        entry.cloudRRN = cloudRRN
        entry.transactionReference = entry.transactionReference ?? reference
        known[request.id] = Known(request: request, answer: answer, position: ledger.count)
        if let original = request.originalID { following[original, default: []].append(request.id) }
        ledger.append(entry)
        return entry
    }

    private mutating func answer(to request: AcquirerRequest) -> AcquirerAnswer {
        guard request.kind == .reversal || !reversed.contains(request.id) else {
            return .refusal(.declined, "Reversed before it arrived")
        }
        switch request.kind {
        case .sale: return answer(scenario.verdict(on: request.amount))
        case .refund: return refund(request)
        case .voidSale, .voidRefund: return void(request)
        case .reversal: return reversal(request)
        case .motoSale, .motoRefund, .motoReversal, .tipAdjustment, .authorization, .capture, .release, .cashAdvance,
            .voidAdvance, .loyaltySpend, .voidLoyalty:
            return .refusal(.failed, "Not for a reader to ask")
        }
    }

    /// Of a transaction that the cloud has undone in part, what is left.
    private mutating func reversal(_ request: AcquirerRequest) -> AcquirerAnswer {
        guard let original = request.originalID, stands(original) else {
            reversed.formUnion(request.originalID.map { [$0] } ?? [])
            return .refusal(.declined, "Nothing to reverse")
        }
        let left = left(of: original)
        let isPartial = undone(of: original) > 0
        reversed.insert(original)
        return answer(
            isPartial
                ? Verdict(finStatus: .partialApproval, authorisedAmount: left, text: "What was left of it")
                : .approved(request.amount))
    }

    /// Of a sale at most what is left of it; on its own as the scenario says.
    private mutating func refund(_ request: AcquirerRequest) -> AcquirerAnswer {
        guard let original = request.originalID else { return answer(scenario.verdict(on: request.amount)) }
        guard let sale = known[original], sale.request.kind == .sale, stands(original),
            sale.request.currency == request.currency
        else { return .refusal(.declined, "No such sale") }
        guard request.amount <= left(of: original) else {
            return .refusal(.declined, "More than is left of the sale")
        }
        return answer(scenario.verdict(on: request.amount))
    }

    /// The whole of a transaction that stands, once, and only before anything of it was given back.
    private mutating func void(_ request: AcquirerRequest) -> AcquirerAnswer {
        let wanted: AcquirerRequest.Kind = request.kind == .voidSale ? .sale : .refund
        guard let id = request.originalID, let original = known[id], original.request.kind == wanted, stands(id),
            original.answer.authorisedAmount == request.amount, original.request.currency == request.currency,
            refunded(of: id) == 0, undone(of: id) == 0
        else { return .refusal(.declined, "Nothing to undo") }
        return answer(.approved(request.amount))
    }

    mutating func answer(_ verdict: Verdict) -> AcquirerAnswer {
        guard verdict.authorisedAmount > 0 else { return .refusal(verdict.finStatus, verdict.text) }
        return AcquirerAnswer(
            finStatus: verdict.finStatus, authorisationCode: approvalCode(),
            authorisedAmount: verdict.authorisedAmount, statusMessage: verdict.text)
    }

    /// A letter before it makes six characters of it. *own choice*
    mutating func terminalApproval() -> String { "A" + approvalCode() }

    /// Twelve digits that no other decision has.
    mutating func nextRRN() -> String {
        while true {
            let digits = String(random.next() % 1_000_000_000_000)
            let rrn = String(repeating: "0", count: 12 - digits.count) + digits
            if !ledger.contains(where: { $0.rrn == rrn }) { return rrn }
        }
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
