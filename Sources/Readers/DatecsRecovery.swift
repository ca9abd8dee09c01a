import Datecs
import Payments
import Time

/// Finding out what a reader still holds, with its own commands alone. Source: datecs.md 12.3.
///
///     state ──idle──▶ status ──nothing hangs──▶ batch ──▶ log ──▶ over
///       │                └──something hangs──▶ testing ──▶ ending ──▶ batch
///       └──busy──▶ probing ──a receipt──▶ booking ──▶ state
///                     └──none──▶ listening ──COMPLETE──▶ receipt ──▶ booking
///                                   └──too long──▶ stopping ──▶ state
struct DatecsRecovery: Hashable, Sendable {
    enum Stage: Hashable, Sendable {
        /// Asked what it does.
        case state
        /// It does something: if that is over but for its end, it still has the receipt.
        case probing
        /// It works on something of an earlier run. COMPLETE ends that, or its becoming idle.
        case listening(until: Uptime, pollDue: Uptime)
        /// It was told to stop, once.
        case stopping(until: Uptime, pollDue: Uptime)
        /// COMPLETE has come; the receipt was asked for.
        case receipt(Record)
        /// A result that nobody ended was told; it is ended once it stands in the journal.
        case booking
        /// Asked what hangs.
        case status
        /// A test of the connection flushes what hangs.
        case testing
        /// The test was ended.
        case ending
        /// Asked which batch is open.
        case batch
        /// Asked for the last record, or the one before.
        case log
    }

    /// Nil where no payment of ours is looked for.
    let since: ReaderMark?
    var stage = Stage.state
    var hung: [ReaderReading] = []
    var batch: Int?
    /// Oldest first.
    var records: [ReaderLogRecord] = []
    /// How often the log was begun anew, because a reply was lost.
    var restarts = 0

    var nextDeadline: Uptime? {
        switch stage {
        case .listening(let until, let poll), .stopping(let until, let poll): min(until, poll)
        case .state, .probing, .receipt, .booking, .status, .testing, .ending, .batch, .log: nil
        }
    }
}
