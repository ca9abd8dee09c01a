public import Crypto
public import Payments
public import Time

/// The merchant's account at Redsys, as the credential file keeps it. The password is not in it: logging in again asks
/// for it. Source: rows R1, R2.
public struct RedsysAccount: Equatable, Sendable {
    /// The merchant's number (FUC).
    public var number: String
    public var name: String
    public var terminal: String
    public var currency: Currency
    /// Of the application; every call to Get Mini carries it.
    public var licence: Secret
    /// What requests are signed with, as the text that Redsys hands out.
    public var key: Secret
    /// Nil where an older till logged in.
    public var loggedIn: WallTime?

    public init(number: String, name: String, terminal: String, currency: Currency, licence: Secret, key: Secret) {
        self.number = number
        self.name = name
        self.terminal = terminal
        self.currency = currency
        self.licence = licence
        self.key = key
    }

    /// The name of the entry in the credential file that holds it. *own choice*
    public static let entryName = "account/redsys"

    public var merchant: Merchant {
        Merchant(gateway: .redsys, number: number, terminal: terminal, currency: currency)
    }
}

extension RedsysAccount {
    /// As the credential file keeps it.
    public var sealed: Secret? {
        AccountText.sealed(
            .object([
                ("number", .string(number)), ("name", .string(name)), ("terminal", .string(terminal)),
                ("currency", .string(currency.alpha)), ("licence", .string(licence.text)), ("key", .string(key.text)),
                ("loggedIn", (loggedIn?.rfc3339).map(JSONValue.string)),
            ]))
    }

    /// - Returns: nil where it isn't one.
    public init?(_ sealed: Secret) {
        guard let json = AccountText.opened(sealed), let number = json["number"]?.stringValue,
            let terminal = json["terminal"]?.stringValue,
            let currency = json["currency"]?.stringValue.flatMap(Currency.init(alpha:)),
            let licence = json["licence"]?.stringValue.flatMap(Secret.init(text:)),
            let key = json["key"]?.stringValue.flatMap(Secret.init(text:))
        else { return nil }
        self.init(
            number: number, name: json["name"]?.stringValue ?? "", terminal: terminal, currency: currency,
            licence: licence, key: key)
        loggedIn = json["loggedIn"]?.stringValue.flatMap(WallTime.init(rfc3339:))
    }
}

/// Accounts are kept as JSON inside one secret.
enum AccountText {
    static func sealed(_ json: JSONValue) -> Secret? {
        var bytes = json.bytes
        defer { wipe(&bytes) }
        return try? Secret(copying: bytes)
    }

    static func opened(_ secret: Secret) -> JSONValue? {
        var bytes = secret.withBytes { Array($0) }
        defer { wipe(&bytes) }
        return try? JSONValue.parse(bytes)
    }
}

extension Secret {
    /// - Returns: nil for an empty text.
    convenience init?(text: String) {
        var bytes = Array(text.utf8)
        defer { wipe(&bytes) }
        try? self.init(copying: bytes)
    }

    /// In the open: for a request's body and for what is sealed again at once.
    var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}
