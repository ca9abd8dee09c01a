public import Time

/// What somebody did besides payments, for the audit trail. Holds no PIN and no secret.
public enum AuditEvent: Hashable, Sendable {
    /// An operator was made, or got another PIN or role.
    case added(OperatorName, OperatorRole)
    case disabled(OperatorName)
    /// A PIN is about to be looked at. Without `signedIn` or `granted` after it, it was the wrong one.
    case attempt(OperatorName)
    case signedIn(OperatorName, OperatorRole)
    case signedOut(OperatorName)
    /// An operator asked for what they may not do.
    case forbidden(Permission)
    /// One with that permission vouched on the spot, for one action of the operator who is signed in.
    case granted(Permission, by: OperatorName)
    /// What a permission was used for outside payments: fixed words and names of entries.
    case did(Permission, what: String)

    /// Says who the operators are; the others say what they did.
    public var definesOperators: Bool {
        switch self {
        case .added, .disabled: true
        case .attempt, .signedIn, .signedOut, .forbidden, .granted, .did: false
        }
    }
}

/// One row of the audit trail: appended to the same chain as the payments', never changed.
public struct AuditEntry: Hashable, Sendable {
    public var at: WallTime
    /// Who was signed in; empty where nobody was.
    public var operatorName: String
    public var training: Bool
    public var event: AuditEvent

    public init(at: WallTime, operatorName: String, training: Bool, event: AuditEvent) {
        self.at = at
        self.operatorName = operatorName
        self.training = training
        self.event = event
    }
}
