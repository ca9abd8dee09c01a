import Checkout
import Crypto
import Engine
import Gateways
import Localization
import Payments
import Ports
import Terminal
import Text
import Threads
import Transports
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
    private let file: CredentialFile
    private let signals: SignalInbox
    private let action: Action
    private let options: Options

    init(place: Workplace, signals: SignalInbox, action: String, options: Options) throws(Stop) {
        guard let known = Action(rawValue: action) else { throw Stop(.usage, "account-action", ["action": action]) }
        self.place = place
        self.signals = signals
        self.options = options
        self.action = known
        file = CredentialFile(place: place, signals: signals)
    }

    func run() throws(Stop) {
        let access = try place.neededMerchantAccess(training: false)
        place.credentials.unlock(try file.open())
        let deed = Deed.use(.secrets, what: "account \(action.rawValue) \(access.name.configuredName)")
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
            tell(account, try information(of: account, at: gateway))
        }
    }

    private func forget(_ access: MerchantAccess) throws(Stop) {
        let name =
            switch access.name {
            case .redsys: RedsysAccount.entryName
            case .opayo: OpayoAccount.entryName
            }
        guard let vault = place.credentials.opened else { throw Stop(.credentials, "vault-locked") }
        do throws(VaultFault) { try vault.remove(name) } catch { throw Stop(error, vault.path) }
        if !place.invocation.json { Output.message(place.catalogue.text("account.forgotten")) }
    }
}

// MARK: Redsys

extension AccountCommand {
    private func loginToRedsys(_ gateway: RedsysGateway) throws(Stop) {
        guard let user = options.user else { throw Stop(.usage, "option-missing", ["option": "--user"]) }
        let licence = try secret(options.licenceFile, "account.prompt.licence")
        let password = try secret(options.passwordFile, "account.prompt.password")
        let answers = Mailbox<Result<HTTPAnswer, LinkFault>>()
        let request = gateway.login(user: user, password: password, licence: licence)
        try place.http().send(request, timeout: CloudAccess.patience) { answers.post($0) }
        guard case .success(let answer)? = answers.wait(until: nil).first else {
            throw Stop(.noReader, CloudTrouble.unreachable.code)
        }
        switch RedsysGateway.readLogin(answer) {
        case .refused(let code): throw Stop(.failed, "account-refused", ["detail": code])
        case .trouble(let trouble): throw Stop(.noReader, trouble.code, ["detail": trouble.detail])
        case .done(let login):
            let chosen = try terminal(among: login.terminals)
            let account = RedsysAccount(
                number: chosen.number, name: chosen.name, terminal: chosen.terminal, currency: chosen.currency,
                licence: licence, key: chosen.key)
            try keep(account.sealed, RedsysAccount.entryName)
            tell(account)
        }
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
    fileprivate var label: String { "\(number)/\(terminal)" }
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
        var account = OpayoAccount(
            merchantID: merchantID, clientID: clientID, password: password, operatorPIN: pin,
            server: options.isProduction ? .production : .demo)
        let information = try information(of: account, at: gateway)
        // Another login to the same account does not make its readers new.
        if let earlier = place.credentials.opayoAccount, earlier.merchantID == merchantID, earlier.clientID == clientID
        {
            account.profile = earlier.profile
            account.updates = earlier.updates
        }
        try keep(account.sealed, OpayoAccount.entryName)
        tell(account, information)
    }

    private func information(
        of account: OpayoAccount, at gateway: OpayoGateway
    ) throws(Stop) -> AccountInformation {
        let clerk = OpayoClerk(
            at: gateway, as: account, over: try place.http(), time: place.time, random: try place.random())
        switch clerk.run(.account) {
        case .account(let information): return information
        case .refused(let errors): throw Stop(opayo: errors)
        case .trouble(let trouble): throw Stop(.noReader, trouble.code, ["detail": trouble.detail])
        case .neededUpdate, .updated, .money: throw Stop(.noReader, CloudTrouble.unreadable.code)
        }
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
    private func keep(_ sealed: Secret?, _ name: String) throws(Stop) {
        guard place.credentials.keep(sealed, as: name) else { throw Stop(.credentials, "account-not-kept") }
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
