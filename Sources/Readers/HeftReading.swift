import Heft
import Markup
import Payments

/// Reads what a finance answer says about the money. Anything inconsistent is *unknown*. Source: heft.md 4.4.
enum HeftReading {
    /// What is known of the operation besides its answer.
    struct Context: Hashable {
        var request: ReaderRequest
        /// Bytes have gone to the acquirer.
        var relayed: Bool
        /// What we said of the signature.
        var verdict: SignatureVerdict?
    }

    static func read(_ status: Status, _ answer: FinanceAnswer?, in context: Context) -> ReaderReading {
        let fields = answer.map { HeftFields($0) }
        var result = HeftResult.make(status, answer, fields)
        let outcome = outcome(status, answer, fields, context)
        if outcome == .unknown { result.finStatus = "UNDEFINED" }
        return ReaderReading(outcome: outcome, result: result, secretRefused: status == .sharedSecretInvalid)
    }

    /// The outcome of a result that the reader held back, by its own words. Whether *failed* can be believed depends on
    /// whether anything had gone to the acquirer, which the journal knows.
    static func readRecovered(_ status: Status, _ answer: FinanceAnswer) -> ReaderReading {
        let fields = HeftFields(answer)
        var result = HeftResult.make(status, answer, fields)
        result.recoveredTransaction = true
        let outcome: Outcome =
            switch (answer.result, fields.financialStatus) {
            case (_, _) where alwaysUnknown.contains(status): .unknown
            case (.approved, .authorised): .approved
            case (.approved, .partial), (.partiallyApproved, .partial): .partlyApproved
            case (.declined, .declined): .declined
            case (.cancelled, .cancelled): .cancelled
            case (.notProcessed, .failed): .failed
            default: .unknown
            }
        return ReaderReading(outcome: outcome, result: result)
    }

    /// No answer, and there will be none. Where no money can have moved, it is as if nothing had been done.
    static func lost(_ request: ReaderRequest) -> ReaderReading {
        guard request.operation.movesMoney else { return HeftTokenising.failed }
        var result = TransactionResult(finStatus: "UNDEFINED")
        result.requestedAmount = request.money.minorUnits
        result.currency = request.money.currency.alpha
        return ReaderReading(outcome: .unknown, result: result)
    }

    /// The reader never took the request over.
    static func notAccepted(_ request: ReaderRequest) -> ReaderReading {
        var reading = lost(request)
        reading.outcome = .failed
        reading.result.finStatus = "FAILED"
        return reading
    }
}

extension HeftReading {
    /// Statuses that mean "a payment may have happened", whatever else the answer says. *seen*
    private static let alwaysUnknown: Set<Status> = [
        .sendingError, .receivingError, .responseAuthorisationTimeout, .responsePaymentTimeout,
    ]
    private static let cancelling: Set<Status> = [
        .success, .inputTimeout, .userCancelled, .posCancelled, .cardCancelled,
    ]

    /// The table of heft.md 4.4, first match wins. *own choice from the rules above it*
    private static func outcome(
        _ status: Status, _ answer: FinanceAnswer?, _ fields: HeftFields?, _ context: Context
    ) -> Outcome {
        let word = fields?.financialStatus
        let byte = answer?.result
        if alwaysUnknown.contains(status) { return .unknown }
        if let fields, !fields.echoes(context.request) { return .unknown }
        switch (status, byte, word) {
        case (.success, .approved, .authorised):
            return amountsAgree(answer, fields, context) ? .approved : .unknown
        case (.success, .declined, .declined):
            return .declined
        case (.success, .approved, .partial), (.success, .partiallyApproved, .partial),
            (.partialApproval, .approved, .partial), (.partialApproval, .partiallyApproved, .partial):
            return isPartOfTheAmount(answer, context) ? .partlyApproved : .unknown
        case (.invalidSignature, _, _) where context.verdict == .declined && !saysApproved(byte, word):
            return .declined
        case (_, _, _) where context.verdict == .unanswered && !saysApproved(byte, word):
            return .cancelled
        case (_, .cancelled, .cancelled) where cancelling.contains(status):
            return .cancelled
        case (.sharedSecretInvalid, _, _) where !saysApproved(byte, word):
            return .failed
        default:
            return neverReachedTheAcquirer(status, byte, word, context) ? .failed : .unknown
        }
    }

    private static func saysApproved(_ byte: FinancialResult?, _ word: HeftFields.FinancialStatus?) -> Bool {
        byte == .approved || byte == .partiallyApproved || word == .authorised || word == .partial
    }

    private static func neverReachedTheAcquirer(
        _ status: Status, _ byte: FinancialResult?, _ word: HeftFields.FinancialStatus?, _ context: Context
    ) -> Bool {
        status != .success && !context.relayed && (byte == nil || byte == .undefined || byte == .notProcessed)
            && (word == nil || word == .failed)
    }

    /// The binary amount is what was asked for, or that and the tip; without an echo of the request it must be exact.
    private static func amountsAgree(_ answer: FinanceAnswer?, _ fields: HeftFields?, _ context: Context) -> Bool {
        guard let answer, let fields else { return false }
        let asked = context.request.money.minorUnits
        let authorised = Int64(answer.authorisedAmount)
        guard fields.requestedAmount != nil else { return authorised == asked }
        return authorised == asked || authorised == asked + (fields.amount("GratuityAmount") ?? 0)
    }

    private static func isPartOfTheAmount(_ answer: FinanceAnswer?, _ context: Context) -> Bool {
        guard let answer else { return false }
        return answer.authorisedAmount > 0 && Int64(answer.authorisedAmount) < context.request.money.minorUnits
    }
}
