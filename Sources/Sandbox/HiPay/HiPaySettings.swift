public import Acquirer
public import Crypto

/// What makes one HiPay sandbox differ from another.
public struct HiPaySettings: Sendable {
    /// A merchant's access. Orders and tokens of one are unknown to the others.
    public struct Account: Sendable {
        public var username: String
        public var password: Secret
        /// Orders are signed with it, and what is told of them.
        public var passphrase: Secret
        public var hash: HiPayHash
        /// A password is not enough for orders, nor for reading them. Source: gateways.md A.3.
        public var mustSign: Bool

        public init(
            username: String, password: Secret, passphrase: Secret, hash: HiPayHash = .sha256, mustSign: Bool = false
        ) {
            self.username = username
            self.password = password
            self.passphrase = passphrase
            self.hash = hash
            self.mustSign = mustSign
        }
    }

    public var accounts: [Account]
    /// Ids and tokens follow from it.
    public var seed: UInt64
    /// Says whether amounts spoil answers.
    public var scenario: Scenario
    public var faults = GatewayFaults.none
    /// It is reached over HTTPS: payers are sent there.
    public var isSecure = false

    public init(accounts: [Account], seed: UInt64, scenario: Scenario) {
        self.accounts = accounts
        self.seed = seed
        self.scenario = scenario
    }

    /// Two accounts that everybody knows; the second one has to sign. No secrets.
    public static func development(seed: UInt64, scenario: Scenario) throws(SecretError) -> HiPaySettings {
        let password = try Secret(copying: Array(developmentPassword.utf8))
        let passphrase = try Secret(copying: Array(developmentPassphrase.utf8))
        let plain = Account(username: developmentUser, password: password, passphrase: passphrase)
        let signing = Account(
            username: developmentUserWhoSigns, password: password, passphrase: passphrase, hash: .sha512,
            mustSign: true)
        return HiPaySettings(accounts: [plain, signing], seed: seed, scenario: scenario)
    }

    public static let developmentUser = "90000001.sandbox.till"
    public static let developmentUserWhoSigns = "90000002.sandbox.till"
    public static let developmentPassword = "sandbox-password"
    public static let developmentPassphrase = "sandbox-passphrase"
}
