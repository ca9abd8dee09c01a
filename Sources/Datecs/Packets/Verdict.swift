import EMV

/// What a TRANSACTION COMPLETE, or a record of the log, says of the payment. Source: datecs.md 11.
public enum Verdict: Hashable, Sendable {
    /// Only where DF05 is 0.
    case approved
    /// Less cash would do: so many minor units at most.
    case declinedForCash(limit: UInt64)
    /// Again, with a PIN.
    case declinedForPIN
    /// By the host. Its response is on the receipt, not here.
    case declined
    /// DF06, where it is there.
    case failed(Status?)
}

extension Record {
    /// In the order of tests that two public hosts have. *seen twice* Without DF05 it is a failure. *own choice*
    public var verdict: Verdict {
        if result == .approved { return .approved }
        if let cashbackLimit, text(.cashbackCurrency) != nil { return .declinedForCash(limit: cashbackLimit) }
        if needsPIN { return .declinedForPIN }
        return result == .declined ? .declined : .failed(error)
    }
}
