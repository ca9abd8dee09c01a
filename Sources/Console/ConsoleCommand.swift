/// What a key can ask for.
public enum ConsoleCommand: String, Hashable, Sendable, CaseIterable {
    case help, readers, history, reference, currency, operation
    /// The connected reader's own page.
    case reader
    /// The merchant's account, and on its page: log in, have the credential file forget it.
    case account, logIn, forgetAccount
    /// The terminal settings of the reader, and on their page what is done about them.
    case updates, fullUpdate, normalUpdate
    /// On a receipt: type what the issuer said on the telephone.
    case refer
    case cancel, accept, decline
    /// On the pad for signatures: put the pen down or lift it, take the last stroke back, wipe all of them.
    case pen, takeBack, wipe
    /// Enter: what the page is there for.
    case go
    case back, quit
    /// The next field, or the other copy of a receipt.
    case next, previous
    case search
    /// On Readers: pair with the chosen one, forget it, show what isn't taken for a reader, let the connected one go.
    case pair, unpair, showAll, drop
    /// Of the payment whose receipt is shown.
    case refund, reverse, tip
    /// On the reader's page.
    /// Takes what a pre-authorisation has blocked.
    case capture
    case update, fetchLog, clearLog, levelUp, levelDown, scanner, testConnection, endOfDay, points
    /// An unknown payment that turned out to be authorised is taken as paid.
    case keep
    case language, theme
    /// Sign out, or lock the credential file.
    case lock
    /// Ctrl-C: cancels a running payment, else asks whether to quit.
    case interrupt
    /// Ctrl-Z.
    case suspend
    case left, right
    case up, down, pageUp, pageDown, top, bottom
}
