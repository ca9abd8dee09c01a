import Checkout
import Console
import Crypto
import Engine
import Gateways
import Payments
import Threads

/// Does for the console what it wants of the merchant's account. Network and disk are waited for on threads of its own;
/// what was typed and must not be seen comes past the model, and is wiped when the login ends.
final class AccountDesk: Sendable {
    private struct Login {
        /// What was typed so far.
        var typed: [AccountSecret: Secret] = [:]
        /// Waits for somebody to say which terminal.
        var offered: (RedsysLogin, licence: Secret)?
    }

    let office: AccountOffice
    let desk: EngineDesk
    let tell: @Sendable (AccountNews) -> Void
    private let login = Locked(Login())

    init(place: Workplace, desk: EngineDesk, tell: @escaping @Sendable (AccountNews) -> Void) {
        office = AccountOffice(place: place)
        self.desk = desk
        self.tell = tell
    }

    /// - Parameter line: what was typed last; the order that keeps it takes it.
    func perform(_ order: AccountOrder, _ line: SecretLine) {
        switch order {
        case .keepSecret(let name): keep(line, as: name)
        case .leaveLogin: login.withLock { $0 = Login() }
        case .read: start(else: AccountNews.noInformation, read)
        case .logIn(let names):
            let typed = login.withLock { login in
                defer { login = Login() }
                return login.typed
            }
            start(else: AccountNews.notLoggedIn) { [self] access throws(AccountOffice.Trouble) in
                try logIn(names, typed, access)
            }
        case .choose(let terminal):
            start(else: AccountNews.notLoggedIn) { [self] _ throws(AccountOffice.Trouble) in try choose(terminal) }
        case .forget: start(else: AccountNews.notForgotten, forget)
        case .askNeededUpdate(let serialNumber):
            start(else: { .update(.noAnswer($0)) }) { [self] access throws(AccountOffice.Trouble) in
                try tellNeededUpdate(of: serialNumber, access)
            }
        case .update(let update, let serialNumber):
            start(else: { .update(.notUpdated($0)) }) { [self] access throws(AccountOffice.Trouble) in
                try self.update(update, of: serialNumber, access)
            }
        }
    }

    /// Works on a thread of its own, and never while money may move.
    func start(
        else failed: @escaping @Sendable (AccountTrouble) -> AccountNews,
        _ work: @escaping @Sendable (MerchantAccess) throws(AccountOffice.Trouble) -> Void
    ) {
        let isStarted = startThread { [self] in
            do throws(AccountOffice.Trouble) { try work(try access()) } catch { tell(failed(AccountTrouble(error))) }
        }
        if !isStarted { tell(failed(.fault(TillFault(Stop(.credentials, "vault-no-memory"))))) }
    }

    private func access() throws(AccountOffice.Trouble) -> MerchantAccess {
        guard !desk.isSelling else { throw .stopped(Stop(.busy, "payment-runs")) }
        do throws(Stop) { return try office.place.neededMerchantAccess(training: false) } catch {
            throw .stopped(error)
        }
    }

    private func keep(_ line: SecretLine, as name: AccountSecret) {
        var bytes = line.take()
        defer { wipe(&bytes) }
        let secret = try? Secret(copying: bytes)
        login.withLock { $0.typed[name] = secret }
    }
}

// MARK: What is done

extension AccountDesk {
    /// What stands in the credential file, then what the gateway tells.
    private func read(_ access: MerchantAccess) throws(AccountOffice.Trouble) {
        switch access.gateway {
        case .redsys(_, let account):
            tell(.facts(account().map(AccountFacts.init)))
            tell(.information([]))
        case .opayo(let gateway, let account, _):
            let account = account()
            tell(.facts(account.map(AccountFacts.init)))
            guard let account else { return tell(.information([])) }
            tell(.information(try office.information(of: account, at: gateway).lines))
        }
    }

    private func logIn(
        _ names: AccountLogin, _ typed: [AccountSecret: Secret], _ access: MerchantAccess
    ) throws(AccountOffice.Trouble) {
        guard let password = typed[.password] else { throw .stopped(Stop(.usage, "vault-value-empty")) }
        switch access.gateway {
        case .redsys(let gateway, _):
            guard let licence = typed[.licence] else { throw .stopped(Stop(.usage, "vault-value-empty")) }
            let answer = try office.logIn(names.user, password: password, licence: licence, at: gateway)
            guard answer.terminals.count == 1, let only = answer.terminals.first else {
                login.withLock { $0.offered = (answer, licence) }
                return tell(.terminals(answer.terminals.map(\.label)))
            }
            sell(AccountFacts(try office.keep(only, licence: licence)))
        case .opayo(let gateway, _, _):
            let account = OpayoAccount(
                merchantID: names.user, clientID: names.clientID, password: password,
                operatorPIN: typed[.operatorPIN], server: names.isProduction ? .production : .demo)
            let (kept, information) = try office.logIn(as: account, at: gateway)
            sell(AccountFacts(kept), information.lines)
        }
    }

    private func choose(_ label: String) throws(AccountOffice.Trouble) {
        let offered = login.withLock { login in
            defer { login = Login() }
            return login.offered
        }
        guard let (answer, licence) = offered, let chosen = answer.terminals.first(where: { $0.label == label })
        else { throw .stopped(Stop(.usage, "account-no-such-terminal")) }
        sell(AccountFacts(try office.keep(chosen, licence: licence)))
    }

    private func sell(_ facts: AccountFacts, _ lines: [AccountLine] = []) {
        desk.sellForAccount()
        tell(.loggedIn(facts, lines))
    }

    private func forget(_ access: MerchantAccess) throws(AccountOffice.Trouble) {
        try office.forget(access.name)
        desk.sellForAccount()
        tell(.forgotten)
    }
}

extension AccountTrouble {
    init(_ trouble: AccountOffice.Trouble) {
        switch trouble {
        case .refused(let codes): self = .refused(codes)
        case .stopped(let stop): self = .fault(TillFault(stop))
        }
    }
}

extension AccountInformation {
    fileprivate var lines: [AccountLine] { fields.map { AccountLine(name: $0.name, value: $0.value) } }
}

extension AccountFacts {
    init(_ account: RedsysAccount) {
        self.init(
            name: account.name, number: account.number, terminal: account.terminal, currency: account.currency)
        hasLicence = true
        loggedIn = account.loggedIn
    }

    init(_ account: OpayoAccount) {
        self.init(
            name: "", number: account.merchantID, terminal: account.clientID, currency: account.profile?.currency)
        server = account.server.rawValue
        password = account.isHash ? .replaced : .kept
        hasOperatorPIN = account.operatorPIN != nil
        loggedIn = account.loggedIn
        updates = account.updates.sorted { $0.key < $1.key }.map { serialNumber, updates in
            ReaderUpdate(serialNumber: serialNumber, full: updates.full, last: updates.last)
        }
    }
}
