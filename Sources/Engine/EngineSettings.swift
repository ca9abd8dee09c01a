public import Crypto
public import Ports
public import Readers

/// What the engine is told once.
public struct EngineSettings: Sendable {
    /// The merchant's secret, which the reader checks at the first operation.
    public var secret: Secret
    public var identity: HeftSession.Identity
    /// Marks every row of the journal.
    public var training: Bool
    /// Empty where there are no operators.
    public var operatorName: String
    /// How a host that a reader names is dialled; nil where it may not be.
    public var hostSecurity: @Sendable (HostEndpoint) -> HostSecurity?

    public init(
        secret: Secret, identity: HeftSession.Identity, training: Bool, operatorName: String = "",
        hostSecurity: @escaping @Sendable (HostEndpoint) -> HostSecurity?
    ) {
        self.secret = secret
        self.identity = identity
        self.training = training
        self.operatorName = operatorName
        self.hostSecurity = hostSecurity
    }
}
