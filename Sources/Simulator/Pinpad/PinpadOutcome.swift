import Acquirer
import Datecs

/// How a transaction ended at the reader.
struct PinpadOutcome: Hashable, Sendable {
    var result: TransactionResult
    var error: Status
    var answer: TerminalAnswer?

    static func failed(_ error: Status) -> PinpadOutcome { PinpadOutcome(result: .error, error: error) }

    /// A batch that is closed with another total is closed.
    static func answered(_ answer: TerminalAnswer) -> PinpadOutcome {
        let isApproved = answer.isApproved || answer.code == TerminalAnswer.totalsDiffer
        // DF06 is 1 on plain declines. *seen* (datecs.md 10.1)
        return PinpadOutcome(
            result: isApproved ? .approved : .declined, error: isApproved ? .ok : .generalError, answer: answer)
    }

    var isApproved: Bool { result == .approved }
}
