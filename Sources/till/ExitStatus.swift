import Checkout
import Payments

/// How `till` ends. The numbers are a promise to scripts; the man page lists them.
enum ExitStatus: Int32 {
    case done = 0
    /// A fault before any money could move.
    case fault = 1
    /// The command line, an amount, a secret that is none.
    case usage = 2
    case declined = 3
    case cancelled = 4
    case failed = 5
    case partlyApproved = 6
    case unknown = 7
    case noReader = 8
    case secretRefused = 9
    /// Busy, locked by another till, or a pending result can't be fetched.
    case busy = 10
    /// The credential file is locked, damaged or too open.
    case credentials = 11
    case journal = 12
    /// An unsafe machine, or a secret file that others can read.
    case unsafe = 13
    /// Nobody signed in, a wrong PIN, or an operator who may not. *own choice*
    case notPermitted = 14
    /// Interrupted before any money could move.
    case interrupted = 130

    init(_ outcome: Outcome, secretRefused: Bool = false) {
        self =
            switch outcome {
            case .approved: .done
            case .partlyApproved: .partlyApproved
            case .declined: .declined
            case .cancelled: .cancelled
            case .failed: secretRefused ? .secretRefused : .failed
            case .unknown: .unknown
            }
    }

    init(_ fault: TillFault) {
        self =
            switch fault.kind {
            case .usage: .usage
            case .unreachable: .noReader
            case .busy: .busy
            case .unknownPayment: .unknown
            case .journal: .journal
            case .signIn, .permission: .notPermitted
            case .reader: .fault
            }
    }
}
