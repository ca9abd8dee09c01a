public import Payments

/// What the console is told once.
public struct ConsoleSettings: Hashable, Sendable {
    /// What amounts are in at the start.
    public var currency: Currency
    /// What F5 goes through; the first currency need not be among them.
    public var currencies: [Currency]
    /// The themes that can be switched to, the one in use first.
    public var themes: [String]
    /// The reader of the last time.
    public var lastReader: FoundReader?
    /// How long a search for readers takes.
    public var searchTime: Duration
    /// What a reader's log is set to when it is connected.
    public var logLevel = LogLevel.full
    /// For which of the merchant's contracts payments are; empty where the reader decides.
    public var merchantAuth: [MerchantCredential] = []
    /// What the acquirer does not offer is shown, and refused with the reason.
    public var acquirerLacks: Set<AcquirerOffer> = []
    /// Customers sign on the screen. Where that is off, or nothing is drawn, they sign on paper.
    public var takesDrawnSignature = false
    /// The terminal's mouse may be used where it is of use.
    public var usesMouse = true
    /// Where the merchant has an account, and which of its environments; nil where no such gateway is configured.
    public var merchantGateway: MerchantGateway?
    public var gatewayEnvironment = ""
    /// What writes down what the terminal shows; nil where nothing is known to.
    public var recorder: String?
    /// Safety checks are lifted: that stands on every screen.
    public var isDevelopment = false
    /// Who sells with this journal, where this till may only look.
    public var otherTill: OtherTill?
    /// There is a credential file: it can be locked.
    public var hasCredentials: Bool
    /// Its passphrase has to be typed first.
    public var startsLocked: Bool
    /// Locks itself after so long without a key; nil for never.
    public var lockAfter: Duration?
    /// How far the wall clock is ahead of UTC.
    public var secondsFromUTC: Int

    public init(
        currency: Currency, currencies: [Currency] = [], themes: [String] = ["dark", "light"],
        lastReader: FoundReader? = nil, searchTime: Duration = .seconds(12),
        hasCredentials: Bool = false, startsLocked: Bool = false, lockAfter: Duration? = nil, secondsFromUTC: Int = 0
    ) {
        self.currency = currency
        self.currencies = currencies
        self.themes = themes
        self.lastReader = lastReader
        self.searchTime = searchTime
        self.hasCredentials = hasCredentials
        self.startsLocked = startsLocked
        self.lockAfter = lockAfter
        self.secondsFromUTC = secondsFromUTC
    }
}
