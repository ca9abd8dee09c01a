public import Crypto
import Payments
import Time

extension OpayoAccount {
    /// As the credential file keeps it.
    public var sealed: Secret? {
        AccountText.sealed(
            .object([
                ("merchantId", .string(merchantID)), ("clientId", .string(clientID)),
                (isHash ? "passwordHash" : "password", .string(password.text)),
                ("operatorPin", (operatorPIN?.text).map(JSONValue.string)), ("server", .string(server.rawValue)),
                ("profile", profile?.json), ("loggedIn", (loggedIn?.rfc3339).map(JSONValue.string)),
                (
                    "updates",
                    .array(
                        updates.sorted { $0.key < $1.key }.map { serialNumber, updates in
                            [
                                "cardReader": .string(serialNumber), "full": .string(updates.full.rfc3339),
                                "last": .string(updates.last.rfc3339),
                            ]
                        })
                ),
            ]))
    }

    /// - Returns: nil where it isn't one.
    public init?(_ sealed: Secret) {
        guard let json = AccountText.opened(sealed), let merchantID = json["merchantId"]?.stringValue,
            let clientID = json["clientId"]?.stringValue,
            let server = json["server"]?.stringValue.flatMap(Server.init),
            let password = (json["passwordHash"] ?? json["password"])?.stringValue.flatMap(Secret.init(text:))
        else { return nil }
        self.init(
            merchantID: merchantID, clientID: clientID, password: password,
            operatorPIN: json["operatorPin"]?.stringValue.flatMap(Secret.init(text:)), server: server)
        isHash = json["passwordHash"] != nil
        loggedIn = json["loggedIn"]?.stringValue.flatMap(WallTime.init(rfc3339:))
        profile = json["profile"].flatMap(TerminalProfile.init)
        for update in json["updates"]?.elements ?? [] {
            guard let serialNumber = update["cardReader"]?.stringValue,
                let full = update["full"]?.stringValue.flatMap(WallTime.init(rfc3339:)),
                let last = update["last"]?.stringValue.flatMap(WallTime.init(rfc3339:))
            else { continue }
            updates[serialNumber] = Updates(full: full, last: last)
        }
    }
}
