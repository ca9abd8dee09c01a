public import Crypto
public import Payments
public import Ports
public import Readers

/// What the engine is told once.
public struct EngineSettings: Sendable {
    /// The merchant's secret for the reader with this serial number, which the reader checks at the first operation; nil
    /// while it is locked away.
    public var secret: @Sendable (_ serialNumber: String) -> Secret?
    public var identity: HeftSession.Identity
    /// What a reader's log is set to when it is connected.
    public var logLevel = LogLevel.full
    /// Marks every row of the journal.
    public var training: Bool
    /// Looks whose PIN it is and answers from any thread; nil where there are no operators.
    public var checkPIN: PINChecker?
    /// How a host that a reader names is dialled; nil where it may not be.
    public var hostSecurity: @Sendable (HostEndpoint) -> HostSecurity?

    /// A PIN to look at, and where to tell whose it is: the role, or nil where it is the wrong one.
    public typealias PINChecker =
        @Sendable (_ name: OperatorName, _ pin: Secret, _ answer: @escaping @Sendable (OperatorRole?) -> Void) -> Void

    public init(
        secret: @escaping @Sendable (String) -> Secret?, identity: HeftSession.Identity, training: Bool,
        checkPIN: PINChecker? = nil, hostSecurity: @escaping @Sendable (HostEndpoint) -> HostSecurity?
    ) {
        self.secret = secret
        self.identity = identity
        self.training = training
        self.checkPIN = checkPIN
        self.hostSecurity = hostSecurity
    }

    /// For a secret that is always at hand, and the same for every reader.
    public init(
        secret: Secret, identity: HeftSession.Identity, training: Bool,
        hostSecurity: @escaping @Sendable (HostEndpoint) -> HostSecurity?
    ) {
        self.init(secret: { _ in secret }, identity: identity, training: training, hostSecurity: hostSecurity)
    }
}
