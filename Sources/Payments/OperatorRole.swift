/// What an operator is there for.
public enum OperatorRole: String, Hashable, Sendable, CaseIterable {
    /// Sells.
    case cashier
    /// Sells, gives money back, closes the day, vouches for others, says who the operators are.
    case supervisor
    /// Looks after readers and machine, and moves no money.
    case technician
    /// Shows others how it is done: with training money alone.
    case trainer
}

/// What not everybody may do. Source: row N8.
public enum Permission: String, Hashable, Sendable, CaseIterable {
    case sale, refund, reversal
    /// Charge again although nobody knows what became of an equal payment.
    case despiteUnknown
    /// The Z report.
    case endOfDay
    case settings
    /// Look at the names in the credential file, and change what stands there.
    case secrets
    /// Say who the operators are.
    case operators
    /// Fetch a reader's log, and pack files for support.
    case logFetch
    /// Pair readers with this machine, and forget them.
    case readers
}
