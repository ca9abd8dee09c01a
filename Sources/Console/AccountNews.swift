public import Checkout

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
