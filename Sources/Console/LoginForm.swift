import Payments
import Screen

/// What a login takes, one field after the other. Secrets go past it: it knows how many characters there are.
struct LoginForm: Hashable {
    enum Field: Hashable {
        case user, merchantID, clientID
        case secret(AccountSecret)
        case server
    }

    let fields: [Field]
    private(set) var index = 0
    private var texts: [Field: TextField] = [:]
    /// How long the secrets are, by field.
    private(set) var lengths: [Field: Int] = [:]
    /// Opayo's server for real money.
    private(set) var isProduction = false

    init(for gateway: MerchantGateway) {
        fields =
            switch gateway {
            case .redsys: [.user, .secret(.licence), .secret(.password)]
            case .opayo: [.merchantID, .clientID, .secret(.password), .secret(.operatorPIN), .server]
            }
    }

    /// More than any gateway's names. *own choice*
    private static let longest = 40

    /// The field that is filled in; nil behind the last.
    var field: Field? { index < fields.count ? fields[index] : nil }

    /// Letters are text.
    var takesText: Bool {
        switch field {
        case .user?, .merchantID?, .clientID?: true
        case .secret?, .server?, nil: false
        }
    }

    /// What is typed must not be seen.
    var secret: AccountSecret? {
        if case .secret(let secret)? = field { secret } else { nil }
    }

    func text(_ field: Field) -> String { texts[field]?.text ?? "" }

    mutating func take(_ key: Key) {
        guard let field, takesText else { return }
        texts[field, default: TextField(limit: Self.longest)].take(key)
    }

    mutating func typed(_ count: Int) {
        if let field, secret != nil { lengths[field] = count }
    }

    mutating func switchServer() { isProduction.toggle() }

    /// The operator's PIN alone may be left out: not every account has one.
    var isFilled: Bool {
        switch field {
        case .user?, .merchantID?, .clientID?: !(field.map(text) ?? "").isEmpty
        case .secret(.operatorPIN)?, .server?: true
        case .secret?: field.flatMap { lengths[$0] } ?? 0 > 0
        case nil: false
        }
    }

    mutating func goOn() { index = min(index + 1, fields.count) }

    /// Going on logs in.
    var isAtLast: Bool { index == fields.count - 1 }

    var isComplete: Bool { index == fields.count }

    var login: AccountLogin {
        AccountLogin(
            user: text(fields.contains(.user) ? .user : .merchantID), clientID: text(.clientID),
            isProduction: isProduction)
    }
}
