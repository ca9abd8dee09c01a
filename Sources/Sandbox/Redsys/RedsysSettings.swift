public import Acquirer
public import Crypto

/// What makes one Redsys sandbox differ from another. One merchant with one terminal.
public struct RedsysSettings: Sendable {
    public var key: RedsysKey
    public var password: Secret
    /// What the header `X-App-License` must say.
    public var licence: Secret
    /// Refunds' GUIDs follow from it.
    public var seed: UInt64
    /// Says whether amounts spoil answers.
    public var scenario: Scenario
    public var faults = GatewayFaults.none
    /// The merchant's number (FUC).
    public var merchant = Self.developmentMerchant
    public var merchantName = "Demo Shop"
    public var terminal = "1"
    /// ISO 4217 number of the terminal's one currency.
    public var currency: UInt16 = 978
    public var user = Self.developmentUser

    public init(key: RedsysKey, password: Secret, licence: Secret, seed: UInt64, scenario: Scenario) {
        self.key = key
        self.password = password
        self.licence = licence
        self.seed = seed
        self.scenario = scenario
    }

    /// The settings that everybody knows. No secrets.
    public static func development(seed: UInt64, scenario: Scenario) throws(SecretError) -> RedsysSettings {
        RedsysSettings(
            key: try RedsysKey(text: Array(developmentKey.utf8)),
            password: try Secret(copying: Array(developmentPassword.utf8)),
            licence: try Secret(copying: Array(developmentLicence.utf8)), seed: seed, scenario: scenario)
    }

    /// Published by the vendor for its own sandbox, with the key. Source: gateways.md C.2.
    public static let developmentMerchant = "999008881"
    public static let developmentKey = "sq7HjrUOBfKmC576ILgskD5srU870gJ7"
    public static let developmentUser = "sandbox"
    public static let developmentPassword = "sandbox-password"
    public static let developmentLicence = "SANDBOX-LICENCE"
}
