import Checkout
import Crypto
import Engine
import Gateways
import Localization
import Payments
import Ports
import Terminal
import Text
import Vault

/// `till account`: logs in to the merchant's account at Redsys or Opayo, shows it, or forgets it. Secrets are asked for
/// without an echo or come from files; they stand in the credential file and nowhere else. (rows R2, E2, E4, E12)
struct AccountCommand {
    enum Action: String {
        case login, show, forget
    }

    struct Options {
        var user: String?
        var merchantID: String?
        var clientID: String?
        /// `FUC/TERMINAL`.
        var terminal: String?
        var passwordFile: String?
        var licenceFile: String?
        var operatorPINFile: String?
        var isProduction = false
    }

    private let place: Workplace
    private let office: AccountOffice
    private let file: CredentialFile
    private let signals: SignalInbox
    private let action: Action
    private let options: Options

    init(place: Workplace, signals: SignalInbox, action: String, options: Options) throws(Stop) {
        guard let known = Action(rawValue: action) else { throw Stop(.usage, "account-action", ["action": action]) }
        self.place = place
        office = AccountOffice(place: place)
        self.signals = signals
        self.options = options
        self.action = known
        file = CredentialFile(place: place, signals: signals)
    }

    func run() throws(Stop) {
        let access = try place.neededMerchantAccess(training: false)
        place.credentials.unlock(try file.open())
        let deed = Deed.account(action.rawValue, at: access.name)
        try Gate(place: place, signals: signals, training: false).permit(deed, signals: signals)
        switch action {
        case .login: try login(access)
        case .show: try show(access)
        case .forget: try forget(access)
        }
    }

    private func login(_ access: MerchantAccess) throws(Stop) {
        switch access.gateway {
        case .redsys(let gateway, _): try loginToRedsys(gateway)
        case .opayo(let gateway, _, _): try loginToOpayo(gateway)
        }
    }

    private func show(_ access: MerchantAccess) throws(Stop) {
        switch access.gateway {
        case .redsys(_, let account):
            guard let account = account() else { throw Stop(.credentials, "account-missing") }
            tell(account)
        case .opayo(let gateway, let account, _):
            guard let account = account() else { throw Stop(.credentials, "account-missing") }
            let information = try asking { () throws(AccountOffice.Trouble) in
                try office.information(of: account, at: gateway)
            }
            tell(account, information)
        }
    }

    private func forget(_ access: MerchantAccess) throws(Stop) {
        try asking { () throws(AccountOffice.Trouble) in try office.forget(access.name) }
        if !place.invocation.json { Output.message(place.catalogue.text("account.forgotten")) }
    }
}

// MARK: Redsys

extension AccountCommand {
    private func loginToRedsys(_ gateway: RedsysGateway) throws(Stop) {
        guard let user = options.user else { throw Stop(.usage, "option-missing", ["option": "--user"]) }
        let licence = try secret(options.licenceFile, "account.prompt.licence")
        let password = try secret(options.passwordFile, "account.prompt.password")
        let login = try asking { () throws(AccountOffice.Trouble) in
            try office.logIn(user, password: password, licence: licence, at: gateway)
        }
        let chosen = try terminal(among: login.terminals)
        tell(try asking { () throws(AccountOffice.Trouble) in try office.keep(chosen, licence: licence) })
    }

    /// The only one, or the one that is named; where there are several they are listed.
    private func terminal(among terminals: [RedsysLogin.Terminal]) throws(Stop) -> RedsysLogin.Terminal {
        if let named = options.terminal {
            guard let found = terminals.first(where: { $0.label == named }) else {
                throw Stop(.usage, "account-no-such-terminal", ["list": Self.list(terminals)])
            }
            return found
        }
        guard terminals.count == 1, let only = terminals.first else {
            throw Stop(.usage, "account-which-terminal", ["list": Self.list(terminals)])
        }
        return only
    }

    private static func list(_ terminals: [RedsysLogin.Terminal]) -> String {
        terminals.map { "\($0.label) (\($0.currency.alpha))" }.joined(separator: ", ")
    }

    private func tell(_ account: RedsysAccount) {
        tell(
            .redsys,
            [
                ("name", account.name), ("number", account.number), ("terminal", account.terminal),
                ("currency", account.currency.alpha),
            ])
    }
}

extension RedsysLogin.Terminal {
    /// As `--terminal` names it.
    var label: String { "\(number)/\(terminal)" }
}

// MARK: Opayo

extension AccountCommand {
    private func loginToOpayo(_ gateway: OpayoGateway) throws(Stop) {
        guard let merchantID = options.merchantID else {
            throw Stop(.usage, "option-missing", ["option": "--merchant-id"])
        }
        guard let clientID = options.clientID else { throw Stop(.usage, "option-missing", ["option": "--client-id"]) }
        let password = try secret(options.passwordFile, "account.prompt.password")
        let pin = options.operatorPINFile == nil ? nil : try secret(options.operatorPINFile, "")
        let account = OpayoAccount(
            merchantID: merchantID, clientID: clientID, password: password, operatorPIN: pin,
            server: options.isProduction ? .production : .demo)
        let (kept, information) = try asking { () throws(AccountOffice.Trouble) in
            try office.logIn(as: account, at: gateway)
        }
        tell(kept, information)
    }

    private func tell(_ account: OpayoAccount, _ information: AccountInformation) {
        let own = [
            ("number", account.merchantID), ("terminal", account.clientID),
            ("server", account.server.rawValue),
            ("updatedReaders", account.updates.keys.sorted().joined(separator: " ")),
        ]
        tell(.opayo, own + information.fields.map { ($0.name, $0.value) })
    }
}

extension Stop {
    /// Each error in words where there are some; all by name.
    init(opayo errors: [String]) {
        self.init(.failed, "account-refused", ["detail": errors.joined(separator: " ")])
    }
}

extension AccountCommand {
    private func asking<Answer>(_ ask: () throws(AccountOffice.Trouble) -> Answer) throws(Stop) -> Answer {
        do throws(AccountOffice.Trouble) { return try ask() } catch { throw Stop(error) }
    }

    /// From the file, else asked for without an echo.
    private func secret(_ path: String?, _ question: String) throws(Stop) -> Secret {
        if let path { return try place.secretText(inFile: path) }
        var line = try file.askSecret(place.catalogue.text(question))
        defer { wipe(&line) }
        do throws(SecretError) { return try Secret(copying: line) } catch { throw Stop(.usage, "vault-value-empty") }
    }

    private func tell(_ gateway: MerchantGateway, _ fields: [(name: String, value: String)]) {
        let fields = fields.filter { !$0.value.isEmpty }
        guard !place.invocation.json else {
            let members = fields.map { ($0.name, Optional(JSONValue.string($0.value))) }
            return Output.json(
                .object([("event", "account"), ("gateway", .string(gateway.configuredName))] + members))
        }
        Output.line(place.catalogue.text("account.gateway.\(gateway.rawValue)"))
        for field in fields {
            Output.line("  \(place.catalogue.text("account.field.\(field.name)")): \(printable(field.value))")
        }
    }
}
