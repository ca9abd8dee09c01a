import Acquirer
import Crypto
import Payments

/// A gateway that somebody has opened.
struct OpayoSession: Hashable {
    /// Its place among the settings' accounts.
    var account: Int
    /// It was opened with the password itself.
    var hasPassword: Bool
    /// When it was opened, counted from the first one.
    var number: Int
}

/// Who may use the gateway. Source: gateways.md D.4, D.5.
extension OpayoSandbox {
    /// Of all accounts. The oldest one is closed for one more. *own choice*
    static let mostSessions = 64

    mutating func open(_ parameters: OpayoParameters) throws(OpayoCommand.Malformed) -> OpayoReply {
        _ = try parameters.text("app")
        let (merchant, client) = (try parameters.text("merchantId"), try parameters.text("clientId"))
        let hash = try parameters.optionalText("passwordHash")
        let password = hash == nil ? try parameters.text("password") : nil
        let pin = try parameters.optionalText("operatorPin")
        _ = try parameters.word("paymentGatewayEnvironment", of: ["DEMO", "PROD"])
        let wantsInfo = try parameters.flag("retrieveAccountInfo")
        guard
            let account = settings.accounts.firstIndex(where: { $0.merchantID == merchant && $0.clientID == client })
        else { return refused([.invalidCredentials]) }
        let errors = [credentialsError(account, password, hash), pinError(account, pin)].compactMap(\.self)
        guard errors.isEmpty else { return refused(errors) }
        // Only one that has arrived ends the password: an answer that was lost must not lock the merchant out.
        if hash != nil { exchanged.insert(account) }
        let id = nextGUID()
        makeRoom()
        let number = (sessions.values.map(\.number).max() ?? 0) + 1
        sessions[id] = OpayoSession(account: account, hasPassword: hash == nil, number: number)
        let data = JSONValue.object([
            ("result", "SUCCESS"), ("paymentGatewayId", .string(id)),
            ("accountInfo", wantsInfo ? settings.accounts[account].info : nil),
        ])
        return OpayoReply([("openPaymentGatewayData", data)])
    }

    private func refused(_ errors: [OpayoError]) -> OpayoReply {
        OpayoReply([("openPaymentGatewayData", ["result": "FAILED"]), ("errors", errors.json)])
    }

    /// A password that has been exchanged is told apart from a wrong one.
    private func credentialsError(_ account: Int, _ password: String?, _ hash: String?) -> OpayoError? {
        let own = hashes[account]
        if let hash { return own?.equals(hash) == true ? nil : .invalidCredentials }
        guard let password, settings.accounts[account].password.equals(password) else { return .invalidCredentials }
        return exchanged.contains(account) ? .passwordExpired : nil
    }

    private func pinError(_ account: Int, _ pin: String?) -> OpayoError? {
        guard let own = settings.accounts[account].operatorPIN else { return nil }
        guard let pin, !pin.isEmpty else { return .operatorPINRequired }
        return own.equals(pin) ? nil : .operatorPINInvalid
    }

    /// What ran in a session that is closed can't be asked about any more.
    private mutating func makeRoom() {
        guard sessions.count >= Self.mostSessions, let oldest = sessions.min(by: { $0.value.number < $1.value.number })
        else { return }
        sessions[oldest.key] = nil
        payments = payments.filter { $0.value.session != oldest.key }
        updates = updates.filter { $0.value.session != oldest.key }
    }

    /// What takes the password's place; the same again until it is used for the first time. *own choice*
    /// - Returns: nil where the session was opened with a hash, or the password has ended.
    mutating func exchangePassword(of session: String) -> String? {
        guard let session = sessions[session], session.hasPassword, !exchanged.contains(session.account) else {
            return nil
        }
        if let given = hashes[session.account] { return given.text }
        let password = settings.accounts[session.account].password
        let hash = PasswordHash(of: password, salt: random.bytes(PasswordHash.saltLength))
        hashes[session.account] = hash
        return hash?.text
    }
}

extension OpayoSettings.Account {
    /// Source: gateways.md D.2; the content is made up.
    fileprivate var info: JSONValue {
        [
            "name": .string(name), "businessEmail": "shop@example.com", "address1": "1 High Street",
            "city": "Sandbox", "stateProvince": "", "postalCode": "SB1 1AA", "currencyCode": .string(currency),
        ]
    }
}
