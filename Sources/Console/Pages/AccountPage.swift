import Checkout
import Payments
import Screen
import Time

/// The merchant's account at the gateway that the till is set up for.
struct AccountPage: Hashable {
    /// What is done about it at the gateway or in the credential file, and since when.
    struct Work: Hashable {
        enum Kind: String, Hashable {
            case loggingIn, forgetting, updating
        }

        var kind: Kind
        var startedAt: Uptime
    }

    /// Nil where nobody is logged in.
    private(set) var facts: AccountFacts?
    /// The credential file was looked at.
    private(set) var isRead = false
    /// What the gateway tells of the account; nil while it has not answered.
    private(set) var information: [AccountLine]?
    /// Why the last thing was not done.
    private(set) var trouble: AccountTrouble?
    /// Waits for what is typed; nil where nobody logs in.
    var form: LoginForm?
    /// From which one is chosen; empty where there is nothing to choose.
    private(set) var terminals: [String] = []
    var selection = Selection<String>()
    var work: Work?

    var chosenTerminal: String? { selection.index(in: terminals).map { terminals[$0] } }

    /// The page is looked at anew.
    mutating func open() {
        isRead = work != nil
        information = nil
        trouble = nil
    }

    mutating func begin(_ kind: Work.Kind, at now: Uptime) {
        work = Work(kind: kind, startedAt: now)
        trouble = nil
        form = nil
    }

    /// Nobody goes on with the login.
    mutating func leaveLogin() {
        form = nil
        terminals = []
    }

    /// Takes what became of something.
    mutating func take(_ news: AccountNews) {
        switch news {
        case .facts(let facts): know(facts)
        case .information(let lines): information = lines
        case .noInformation(let trouble): note(trouble)
        case .terminals(let terminals):
            work = nil
            self.terminals = terminals
            selection = Selection(terminals.first)
        case .loggedIn(let facts, let lines):
            end(facts)
            information = lines
        case .notLoggedIn(let trouble), .notForgotten(let trouble):
            end(facts)
            self.trouble = trouble
        case .forgotten: end(nil)
        case .update(.updated(let facts, _)): end(facts)
        case .update(.notUpdated): work = nil
        case .update: break
        }
    }

    private mutating func know(_ facts: AccountFacts?) {
        self.facts = facts
        isRead = true
    }

    private mutating func end(_ facts: AccountFacts?) {
        know(facts)
        work = nil
        trouble = nil
        terminals = []
    }

    /// The account is shown all the same.
    private mutating func note(_ trouble: AccountTrouble) {
        information = []
        self.trouble = trouble
    }
}

extension ConsoleModel {
    /// Something is done about the account: until it has ended nothing is sold on it.
    var isAccountBusy: Bool { account.work != nil }

    /// The gateway where the till has an account; nil where none is configured.
    var merchantGateway: MerchantGateway? { snapshot.training ? nil : settings.merchantGateway }

    mutating func showAccount() -> [ConsoleEffect] {
        account.open()
        return visit(.account) + [.account(.read)]
    }

    mutating func performOnAccount(_ command: ConsoleCommand) -> [ConsoleEffect] {
        if account.form != nil { return performOnForm(command) }
        guard account.terminals.isEmpty else { return performOnTerminals(command) }
        switch command {
        case .logIn: return ask(for: .logIn)
        case .forgetAccount: question = Question(.forgetAccount)
        case .back: return goBack()
        default: break
        }
        return []
    }

    mutating func beginLogin() -> [ConsoleEffect] {
        guard let gateway = merchantGateway else { return [] }
        account.form = LoginForm(for: gateway)
        return [.forgetSecret]
    }

    mutating func forgetAccount() -> [ConsoleEffect] {
        account.begin(.forgetting, at: now)
        return [.account(.forget)]
    }

    private mutating func performOnForm(_ command: ConsoleCommand) -> [ConsoleEffect] {
        switch command {
        case .go: return goOnInForm()
        case .back: return leaveLogin()
        case .up, .down, .left, .right, .next, .previous:
            if account.form?.field == .server {
                account.form?.switchServer()
            } else if command == .next || command == .down, account.form?.isAtLast == false {
                return goOnInForm()
            }
        default: break
        }
        return []
    }

    private mutating func goOnInForm() -> [ConsoleEffect] {
        guard var form = account.form, form.isFilled else {
            notice = .refused(.fieldEmpty)
            return []
        }
        let kept = form.secret.map { [ConsoleEffect.account(.keepSecret($0))] } ?? []
        form.goOn()
        account.form = form
        guard form.isComplete else { return kept }
        account.begin(.loggingIn, at: now)
        return kept + [.account(.logIn(form.login))]
    }

    private mutating func performOnTerminals(_ command: ConsoleCommand) -> [ConsoleEffect] {
        switch command {
        case .go:
            guard let terminal = account.chosenTerminal else { return [] }
            account.leaveLogin()
            account.begin(.loggingIn, at: now)
            return [.account(.choose(terminal: terminal))]
        case .back: return leaveLogin()
        default: account.selection.move(command, in: account.terminals, window: AccountView.terminalRows)
        }
        return []
    }

    /// What was typed is gone.
    mutating func leaveLogin() -> [ConsoleEffect] {
        guard account.form != nil || !account.terminals.isEmpty else { return [] }
        account.leaveLogin()
        return [.forgetSecret, .account(.leaveLogin)]
    }

    mutating func typeOnAccount(_ key: Key) {
        if case .paste = key, account.form?.secret != nil {
            notice = .refused(.pasteRefused)
            return
        }
        account.form?.take(key)
    }

    /// What became of what was asked for, wherever the cashier is by now.
    mutating func take(_ news: AccountNews) -> [ConsoleEffect] {
        account.take(news)
        if case .update(let news) = news { updates.take(news) }
        let isSeen = if case .update = news { page == .updates } else { page == .account }
        if !isSeen, let notice = Notice(news) { self.notice = notice }
        return []
    }
}
