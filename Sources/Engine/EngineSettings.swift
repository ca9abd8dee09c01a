public import Checkout
public import Crypto
public import Gateways
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
    /// The acquirer's cloud; nil where there is none.
    public var cloud: CloudAccess?
    /// The merchant's account at the gateway beside the readers; nil where there is none.
    public var merchant: MerchantAccess?
    /// A reader that gets lost is connected again by itself.
    public var reconnects = false
    /// For tests of the tests.
    package var planted: PlantedBug?
    /// How a host that a reader names is dialled; nil where it may not be.
    public var hostSecurity: HostRule

    /// A PIN to look at, and where to tell whose it is: the role, or nil where it is the wrong one.
    public typealias PINChecker =
        @Sendable (_ name: OperatorName, _ pin: Secret, _ answer: @escaping @Sendable (OperatorRole?) -> Void) -> Void

    /// What a reader may have us dial depends on who can be that reader.
    public typealias HostRule = @Sendable (_ host: HostEndpoint, _ readerIsBluetooth: Bool) -> HostSecurity?

    public init(
        secret: @escaping @Sendable (String) -> Secret?, identity: HeftSession.Identity, training: Bool,
        checkPIN: PINChecker? = nil, cloud: CloudAccess? = nil,
        hostSecurity: @escaping HostRule
    ) {
        self.secret = secret
        self.identity = identity
        self.training = training
        self.checkPIN = checkPIN
        self.cloud = cloud
        self.hostSecurity = hostSecurity
    }

    /// For a secret that is always at hand, and the same for every reader.
    public init(
        secret: Secret, identity: HeftSession.Identity, training: Bool,
        hostSecurity: @escaping HostRule
    ) {
        self.init(secret: { _ in secret }, identity: identity, training: training, hostSecurity: hostSecurity)
    }
}

/// Where payments are looked up that nobody knows the end of.
public struct CloudAccess: Sendable {
    public var gateway: HandpointCloud
    /// The merchant's key to it; nil while it is locked away.
    public var key: @Sendable () -> Secret?
    public var rule: InquiryRule

    public init(gateway: HandpointCloud, rule: InquiryRule, key: @escaping @Sendable () -> Secret?) {
        self.gateway = gateway
        self.rule = rule
        self.key = key
    }
}
