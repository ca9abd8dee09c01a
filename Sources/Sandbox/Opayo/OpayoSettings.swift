public import Acquirer
public import Crypto

/// What makes one Opayo sandbox differ from another.
public struct OpayoSettings: Sendable {
    /// A merchant's access. Source: gateways.md D.2, D.5.
    public struct Account: Sendable {
        public var merchantID: String
        public var clientID: String
        /// The first one, which the gateway exchanges for a hash.
        public var password: Secret
        /// Nil where none is asked for.
        public var operatorPIN: Secret?
        public var name = "Demo Shop"
        /// ISO 4217 letters.
        public var currency = "GBP"

        public init(merchantID: String, clientID: String, password: Secret, operatorPIN: Secret? = nil) {
            self.merchantID = merchantID
            self.clientID = clientID
            self.password = password
            self.operatorPIN = operatorPIN
        }
    }

    public var accounts: [Account]
    /// Ids and salts follow from it.
    public var seed: UInt64
    /// Says whether amounts spoil answers.
    public var scenario: Scenario
    public var faults = GatewayFaults.none

    public init(accounts: [Account], seed: UInt64, scenario: Scenario) {
        self.accounts = accounts
        self.seed = seed
        self.scenario = scenario
    }

    /// Two accounts that everybody knows; the second one has a PIN. No secrets.
    public static func development(seed: UInt64, scenario: Scenario) throws(SecretError) -> OpayoSettings {
        let password = try Secret(copying: Array(developmentPassword.utf8))
        let pin = try Secret(copying: Array(developmentPIN.utf8))
        let plain = Account(merchantID: developmentMerchant, clientID: developmentClient, password: password)
        let withPIN = Account(
            merchantID: developmentMerchantWithPIN, clientID: developmentClient, password: password, operatorPIN: pin)
        return OpayoSettings(accounts: [plain, withPIN], seed: seed, scenario: scenario)
    }

    public static let developmentMerchant = "1000001"
    public static let developmentMerchantWithPIN = "1000002"
    public static let developmentClient = "sandbox"
    public static let developmentPassword = "sandbox-password"
    public static let developmentPIN = "2580"
    /// Whom a cashier telephones, and what is said there. Source: gateways.md D.5.
    public static let referralPhone = "+44 1632 960000"
    public static let referralCode = "123"
}
