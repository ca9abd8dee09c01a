public import Acquirer
public import Crypto

/// What makes one sandbox differ from another.
public struct HandpointSettings: Sendable {
    /// What a reference that nobody knows is answered with: the documentation says both. Source: gateways.md B.5.
    public enum UnknownReference: String, Hashable, Sendable {
        case notFound
        case undefined
    }

    /// How `/status` writes `efttimestamp`: both were *seen*, in different years. Source: gateways.md B.5.
    public enum TimeForm: String, Hashable, Sendable {
        /// Text: `YYYYMMDDHHmmssSSS`.
        case stamp
        /// A number: since 1970.
        case milliseconds
    }

    /// A terminal of the merchant's. Source: gateways.md B.2.
    public struct Device: Hashable, Sendable {
        public var serialNumber: String
        public var type: String

        public init(serialNumber: String, type: String) {
            self.serialNumber = serialNumber
            self.type = type
        }
    }

    /// What the header `ApiKeyCloud` must say, and `Authorization` for the feed.
    public var key: Secret
    /// The readers' shared secret as its hexadecimal digits in ASCII: so the old service takes it for its HMAC.
    /// Source: gateways.md B.4.
    public var secretDigits: Secret
    /// GUIDs follow from it.
    public var seed: UInt64
    /// Says whether amounts spoil answers.
    public var scenario: Scenario
    public var faults = GatewayFaults.none
    public var unknownReference = UnknownReference.notFound
    public var timeForm = TimeForm.stamp
    /// `transactionReference` of a MOTO payment is kept. The documentation says so; a known issue says that it is not.
    /// Source: gateways.md F, CUS-837.
    public var honoursMotoReference = true
    public var devices = [Device(serialNumber: "000123400123", type: "HILITE")]
    public var merchant = "Demo Shop"

    public init(key: Secret, secretDigits: Secret, seed: UInt64, scenario: Scenario) {
        self.key = key
        self.secretDigits = secretDigits
        self.seed = seed
        self.scenario = scenario
    }

    /// The key where none is given. No secret.
    public static let developmentKey = "SANDBOX-SANDBOX-SANDBOX-SANDBOX"
    /// The secret of every development reader. Source: heft.md 3.5.
    public static let developmentSecret = "0102030405060708091011121314151617181920212223242526272829303132"
}
