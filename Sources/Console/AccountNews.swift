public import Checkout
public import Gateways

/// Why something about an account was not done.
public enum AccountTrouble: Error, Hashable, Sendable {
    /// The gateway's own codes, at least one.
    case refused([String])
    case fault(TillFault)
}

/// What becomes of what the console wants of the merchant's account.
public enum AccountNews: Hashable, Sendable {
    /// What stands in the credential file; nil where nobody is logged in.
    case facts(AccountFacts?)
    /// What the gateway tells of the account.
    case information([AccountLine])
    case noInformation(AccountTrouble)
    /// The merchant has more than one terminal; which is to be said.
    case terminals([String])
    case loggedIn(AccountFacts, [AccountLine])
    case notLoggedIn(AccountTrouble)
    case forgotten
    case notForgotten(AccountTrouble)
    case update(UpdateNews)
}

/// What the console wants of the merchant's account.
public enum AccountOrder: Hashable, Sendable {
    /// Answered with `facts`, then with what the gateway tells.
    case read
    /// What was typed past the console is kept for the login.
    case keepSecret(AccountSecret)
    /// With the secrets that were kept for it.
    case logIn(AccountLogin)
    /// Which of the terminals that the gateway named.
    case choose(terminal: String)
    /// The secrets of a login that is not gone on with are wiped.
    case leaveLogin
    case forget
    /// Answered with `update`.
    case askNeededUpdate(serialNumber: String)
    case update(TMSUpdate, serialNumber: String)
}

/// What becomes of a reader's terminal settings.
public enum UpdateNews: Hashable, Sendable {
    /// What the gateway wants, or what the till proposes after a day; nil for nothing.
    case needed(TMSUpdate?, serialNumber: String)
    case noAnswer(AccountTrouble)
    /// The gateway's name for what goes on.
    case progress(String)
    case updated(AccountFacts, serialNumber: String)
    case notUpdated(AccountTrouble)
}

/// What is typed for a login and must not be seen.
public enum AccountSecret: String, Hashable, Sendable, CaseIterable {
    case licence, password, operatorPIN
}

/// What is typed for a login in the open.
public struct AccountLogin: Hashable, Sendable {
    /// At Redsys the user, at Opayo the merchant id.
    public var user: String
    /// At Opayo alone.
    public var clientID: String
    public var isProduction: Bool

    public init(user: String, clientID: String = "", isProduction: Bool = false) {
        self.user = user
        self.clientID = clientID
        self.isProduction = isProduction
    }
}
