/// What Opayo's service is asked for.
public enum OpayoErrand: Hashable, Sendable {
    /// Whether the account is one, and whose it is.
    case account
    /// Which update a reader needs.
    case neededUpdate(serialNumber: String)
    case update(TMSUpdate, serialNumber: String)
    /// One of the questions that Opayo is asked: `linkedRefund`, `referredSale`, `linked`.
    case money(CloudQuestion)
}

/// How an errand ended.
public enum OpayoFinding: Hashable, Sendable {
    case account(AccountInformation)
    /// Nil where none is needed.
    case neededUpdate(TMSUpdate?)
    case updated(TerminalProfile)
    case money(CloudFinding)
    /// The service refuses: its errors by name, at least one. Of money nothing was asked for yet.
    case refused(errors: [String])
    /// No answer, or none that can be read.
    case trouble(CloudTrouble)
}
