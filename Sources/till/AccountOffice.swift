import Crypto
import Engine
import Gateways
import Payments
import Ports
import Threads
import Transports
import Vault

/// What is done about the merchant's account at its gateway and in the credential file, for the command line and the
/// console alike. It waits for network and disk. (rows R2, E2, E12)
struct AccountOffice: Sendable {
    let place: Workplace

    /// Why something was not done.
    enum Trouble: Error {
        /// The gateway's own codes, at least one.
        case refused([String])
        case stopped(Stop)
    }

    /// Tells Redsys who logs in; a login may be for several terminals.
    func logIn(
        _ user: String, password: Secret, licence: Secret, at gateway: RedsysGateway
    ) throws(Trouble) -> RedsysLogin {
        let answers = Mailbox<Result<HTTPAnswer, LinkFault>>()
        let request = gateway.login(user: user, password: password, licence: licence)
        try http().send(request, timeout: CloudAccess.patience) { answers.post($0) }
        guard case .success(let answer)? = answers.wait(until: nil).first else {
            throw .stopped(Stop(.noReader, CloudTrouble.unreachable.code))
        }
        switch RedsysGateway.readLogin(answer) {
        case .refused(let code): throw .refused([code])
        case .trouble(let trouble): throw Trouble(trouble)
        case .done(let login): return login
        }
    }

    /// Sells on a terminal from now on.
    func keep(_ chosen: RedsysLogin.Terminal, licence: Secret) throws(Trouble) -> RedsysAccount {
        var account = RedsysAccount(
            number: chosen.number, name: chosen.name, terminal: chosen.terminal, currency: chosen.currency,
            licence: licence, key: chosen.key)
        account.loggedIn = place.time.wallTime()
        try keep(account.sealed, RedsysAccount.entryName)
        return account
    }

    /// Asks Opayo whether the account is one, and sells on it from now on.
    func logIn(
        as new: OpayoAccount, at gateway: OpayoGateway
    ) throws(Trouble) -> (OpayoAccount, AccountInformation) {
        var account = new
        let information = try information(of: account, at: gateway)
        // Another login to the same account does not make its readers new.
        if let earlier = place.credentials.opayoAccount, earlier.merchantID == account.merchantID,
            earlier.clientID == account.clientID
        {
            account.profile = earlier.profile
            account.updates = earlier.updates
        }
        account.loggedIn = place.time.wallTime()
        try keep(account.sealed, OpayoAccount.entryName)
        return (account, information)
    }

    func information(of account: OpayoAccount, at gateway: OpayoGateway) throws(Trouble) -> AccountInformation {
        switch try run(.account, as: account, at: gateway) {
        case .account(let information): return information
        default: throw Trouble(.unreadable)
        }
    }

    /// Brings a reader's terminal settings up to date, and notes that.
    /// - Parameter kept: the account as it is now: a refund may have exchanged the password meanwhile.
    func update(
        _ update: TMSUpdate, of serialNumber: String, as account: OpayoAccount, at gateway: OpayoGateway,
        kept: () -> OpayoAccount?, progress: (String) -> Void
    ) throws(Trouble) -> (OpayoAccount, TerminalProfile) {
        let errand = OpayoErrand.update(update, serialNumber: serialNumber)
        guard case .updated(let profile) = try run(errand, as: account, at: gateway, progress: progress) else {
            throw Trouble(.unreadable)
        }
        var updated = kept() ?? account
        updated.note(update, of: serialNumber, profile, at: place.time.wallTime())
        try keep(updated.sealed, OpayoAccount.entryName)
        return (updated, profile)
    }

    /// What the gateway wants of a reader; where it wants nothing, a NORMAL update after a day. Nil for none. (row E6)
    func neededUpdate(
        of serialNumber: String, as account: OpayoAccount, at gateway: OpayoGateway
    ) throws(Trouble) -> TMSUpdate? {
        guard
            case .neededUpdate(let wanted) = try run(
                .neededUpdate(serialNumber: serialNumber), as: account, at: gateway)
        else { throw Trouble(.unreadable) }
        return wanted ?? (account.isUpdateDue(of: serialNumber, at: place.time.wallTime()) ? .normal : nil)
    }

    /// The account is gone from the credential file, with what is secret of it.
    func forget(_ gateway: MerchantGateway) throws(Trouble) {
        let name =
            switch gateway {
            case .redsys: RedsysAccount.entryName
            case .opayo: OpayoAccount.entryName
            }
        guard let vault = place.credentials.opened else { throw .stopped(Stop(.credentials, "vault-locked")) }
        do throws(VaultFault) { try vault.remove(name) } catch { throw .stopped(Stop(error, vault.path)) }
    }

    /// - Throws: what the gateway refuses, and what gave no answer.
    func run(
        _ errand: OpayoErrand, as account: OpayoAccount, at gateway: OpayoGateway,
        progress: (String) -> Void = { _ in }
    ) throws(Trouble) -> OpayoFinding {
        let clerk = OpayoClerk(at: gateway, as: account, over: try http(), time: place.time, random: try random())
        switch clerk.run(errand, progress: progress) {
        case .refused(let errors): throw .refused(errors)
        case .trouble(let trouble): throw Trouble(trouble)
        case let finding: return finding
        }
    }

    private func keep(_ sealed: Secret?, _ name: String) throws(Trouble) {
        guard place.credentials.keep(sealed, as: name) else {
            throw .stopped(Stop(.credentials, "account-not-kept"))
        }
    }

    private func http() throws(Trouble) -> any HTTPSender {
        do throws(Stop) { return try place.http() } catch { throw .stopped(error) }
    }

    private func random() throws(Trouble) -> any RandomSource {
        do throws(Stop) { return try place.random() } catch { throw .stopped(error) }
    }
}

extension AccountOffice.Trouble {
    init(_ trouble: CloudTrouble) { self = .stopped(Stop(.noReader, trouble.code, ["detail": trouble.detail])) }
}

extension Stop {
    /// As the command line tells it: the gateway's codes by name.
    init(_ trouble: AccountOffice.Trouble) {
        switch trouble {
        case .refused(let codes): self.init(opayo: codes)
        case .stopped(let stop): self = stop
        }
    }
}
