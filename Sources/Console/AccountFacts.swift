public import Payments
public import Time

/// What the console is told of the merchant's account. Nothing secret is in it.
public struct AccountFacts: Hashable, Sendable {
    /// What stands in the password's place in the credential file.
    public enum PasswordState: String, Hashable, Sendable {
        /// It is asked for at each login.
        case notKept
        case kept
        /// The gateway gave a hash that took its place.
        case replaced
    }

    /// When a reader's terminal settings were brought up to date.
    public struct ReaderUpdate: Hashable, Sendable {
        public var serialNumber: String
        public var full: WallTime
        /// The last one of either kind.
        public var last: WallTime

        public init(serialNumber: String, full: WallTime, last: WallTime) {
            self.serialNumber = serialNumber
            self.full = full
            self.last = last
        }
    }

    /// The merchant's name, number and terminal, as they came.
    public var name: String
    public var number: String
    public var terminal: String
    /// Nil where the gateway has not said.
    public var currency: Currency?
    /// Which of the gateway's servers; empty where it has one.
    public var server = ""
    public var password = PasswordState.notKept
    public var hasLicence = false
    public var hasOperatorPIN = false
    /// Nil where an older till logged in.
    public var loggedIn: WallTime?
    /// In the order of their serial numbers.
    public var updates: [ReaderUpdate] = []

    public init(name: String, number: String, terminal: String, currency: Currency?) {
        self.name = name
        self.number = number
        self.terminal = terminal
        self.currency = currency
    }
}

/// One thing that the gateway tells of an account; the name is a key under `account.field.`.
public struct AccountLine: Hashable, Sendable {
    public var name: String
    /// As it came.
    public var value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
