import Datecs
import Time

/// A transaction that the reader was asked for: from START to COMPLETE.
struct TransactionRun: Hashable, Sendable {
    var start: TransactionStart
    /// Counted anew from each event.
    let patience: Duration
    var due: Uptime
    /// When the reader is asked what it does.
    var pollDue: Uptime
    var isAccepted = false
    var cancelAllowed = false
    var cancelSent = false
    /// What COMPLETE said, once it has come.
    var complete: Record?

    init(_ start: TransactionStart, patience: Duration, at now: Uptime) {
        self.start = start
        self.patience = patience
        due = now + patience
        pollDue = now + DatecsLimits.poll
    }

    var nextDeadline: Uptime? { complete == nil ? min(due, pollDue) : nil }

    /// The reader has said something.
    mutating func heard(at now: Uptime) {
        let patience = cancelSent ? min(patience, DatecsLimits.answerToCancel) : patience
        due = now + patience
        pollDue = now + DatecsLimits.poll
    }
}
