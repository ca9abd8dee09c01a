import Acquirer
import Payments

/// What the gateway would have sent to the shop. Source: gateways.md A.9.
struct HiPayNotification: Hashable {
    var account: Int
    /// The order's; empty where the account's would have been taken.
    var url: String
    var body: [UInt8]
}

/// Nobody is dialled, so what would have been sent is kept to be fetched. *own choice*
extension HiPaySandbox {
    /// Of all accounts; the oldest goes first.
    static let mostNotifications = 64

    mutating func notify(of order: HiPayOrder, _ mind: AcquirerMind) {
        let names = Self.members(order, mind, forwardURL: "").filter { !Self.unsent.contains($0.0) }
        let body = names.flatMap { Self.pairs($0.0.snakeCase, $0.1 ?? "") }.joined(separator: "&")
        notifications.append(
            HiPayNotification(account: order.account, url: order.texts.notifyURL, body: Array(body.utf8)))
        notifications = notifications.suffix(Self.mostNotifications)
    }

    func notifications(of guest: HiPayGuest) -> SandboxAnswer {
        let account = settings.accounts[guest.account]
        let own = notifications.filter { $0.account == guest.account }
        return SandboxAnswer([
            "notifications": .array(
                own.map { notification in
                    let signature = account.hash.signature(over: notification.body, account.passphrase)
                    return [
                        "url": .string(notification.url), "signature": .string(signature ?? ""),
                        "body": .string(String(decoding: notification.body, as: UTF8.self)),
                    ]
                })
        ])
    }

    private static let unsent: Set<String> = ["forwardUrl", "referenceToPay", "creditedAmount", "debitAgreement"]

    /// Members of a block stand in brackets.
    private static func pairs(_ name: String, _ value: JSONValue) -> [String] {
        guard case .object(let members) = value else {
            return ["\(encoded(name))=\(encoded(value.stringValue ?? ""))"]
        }
        return members.flatMap { pairs("\(name)[\($0.name.snakeCase)]", $0.value) }
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let character = Character(UnicodeScalar(byte))
            let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "-._~".contains(character))
            return isPlain ? String(character) : "%" + hex([byte]).uppercased()
        }.joined()
    }
}

extension String {
    /// `dateCreated` as `date_created`.
    fileprivate var snakeCase: String { map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined() }
}
