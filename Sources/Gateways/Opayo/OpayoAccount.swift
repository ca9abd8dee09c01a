public import Crypto
public import Payments
public import Time

/// The merchant's account at Opayo, as the credential file keeps it. Source: rows E2, E3, E6, gateways.md D.
public struct OpayoAccount: Equatable, Sendable {
    public enum Server: String, Hashable, Sendable, CaseIterable {
        case demo = "DEMO"
        case production = "PROD"
    }

    public var merchantID: String
    public var clientID: String
    /// The password, until the gateway gave a hash that takes its place.
    public var password: Secret
    public var isHash = false
    /// Nil where the account has none.
    public var operatorPIN: Secret?
    public var server: Server
    /// What the last update of the terminal brought; nil before the first.
    public var profile: TerminalProfile?
    /// When each reader was updated, by serial number.
    public var updates: [String: Updates] = [:]
    /// Nil where an older till logged in.
    public var loggedIn: WallTime?

    public struct Updates: Hashable, Sendable {
        public var full: WallTime
        /// The last one of either kind.
        public var last: WallTime
    }

    public init(merchantID: String, clientID: String, password: Secret, operatorPIN: Secret?, server: Server) {
        self.merchantID = merchantID
        self.clientID = clientID
        self.password = password
        self.operatorPIN = operatorPIN
        self.server = server
    }

    /// The name of the entry in the credential file that holds it. *own choice*
    public static let entryName = "account/opayo"

    /// A NORMAL update is proposed when the last is older. Source: row E6.
    public static let updateInterval = Duration.seconds(24 * 3600)

    /// Notes that a reader was updated.
    public mutating func note(_ type: TMSUpdate, of serialNumber: String, _ profile: TerminalProfile, at wall: WallTime)
    {
        self.profile = profile
        let full = type == .full ? wall : updates[serialNumber]?.full ?? wall
        updates[serialNumber] = Updates(full: full, last: wall)
    }

    /// A reader's terminal settings were last looked after more than a day ago.
    public func isUpdateDue(of serialNumber: String, at now: WallTime) -> Bool {
        guard let last = updates[serialNumber]?.last else { return false }
        return now.milliseconds - last.milliseconds > Self.updateInterval.milliseconds
    }

    public var merchant: Merchant {
        var merchant = Merchant(
            gateway: .opayo, number: merchantID, terminal: clientID, currency: profile?.currency)
        merchant.asksForTip = profile?.takesTips ?? false
        merchant.refundsAlone = profile?.refundsAlone ?? true
        merchant.referralPhone = profile?.referralPhone
        merchant.updatedReaders = Set(updates.keys)
        return merchant
    }
}

/// Updates of a terminal's settings, as the terminal management system (TMS) has them.
public enum TMSUpdate: String, Hashable, Sendable, CaseIterable {
    /// Everything; before a reader's first use.
    case full = "FULL"
    /// What changed since.
    case normal = "NORMAL"
}

/// What a terminal may do, as the gateway says. Source: gateways.md D.5; *own choice*.
public struct TerminalProfile: Hashable, Sendable {
    public var currency: Currency
    public var takesTips: Bool
    public var refundsAlone: Bool
    public var needsOperatorPIN: Bool
    /// As it came; nil where there is none.
    public var referralPhone: String?
    /// Minor units; nil where none is named.
    public var floorLimit: Int64?
    public var contactlessLimit: Int64?

    /// - Returns: nil where it has no currency.
    init?(_ json: JSONValue) {
        guard let currency = json["currency"]?.stringValue.flatMap(Currency.init(alpha:)) else { return nil }
        self.currency = currency
        takesTips = json["gratuitySupported"]?.boolValue ?? false
        refundsAlone = json["standaloneRefundAllowed"]?.boolValue ?? false
        needsOperatorPIN = json["operatorPinRequired"]?.boolValue ?? false
        referralPhone = json["voiceReferralPhone"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        floorLimit = json["floorLimit"]?.integerValue
        contactlessLimit = json["contactlessLimit"]?.integerValue
    }

    var json: JSONValue {
        .object([
            ("currency", .string(currency.alpha)), ("gratuitySupported", .bool(takesTips)),
            ("standaloneRefundAllowed", .bool(refundsAlone)), ("operatorPinRequired", .bool(needsOperatorPIN)),
            ("voiceReferralPhone", referralPhone.map(JSONValue.string)),
            ("floorLimit", floorLimit.map(JSONValue.integer)),
            ("contactlessLimit", contactlessLimit.map(JSONValue.integer)),
        ])
    }
}

/// Who the account belongs to. Text as it came. Source: row E12, gateways.md D.2.
public struct AccountInformation: Hashable, Sendable {
    /// Names as the gateway has them, in its order.
    public var fields: [(name: String, value: String)] {
        Self.names.compactMap { name in values[name].map { (name, $0) } }
    }
    private var values: [String: String]

    private static let names = [
        "name", "businessEmail", "address1", "city", "stateProvince", "postalCode", "currencyCode",
    ]

    init(_ json: JSONValue) {
        values = [:]
        for name in Self.names { values[name] = json[name]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
    }
}
