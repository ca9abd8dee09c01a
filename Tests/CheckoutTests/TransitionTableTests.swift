import Payments
import Readers
import TestKit
import Testing
import Time

@testable import Checkout

@Suite("What each input means to the checkout")
struct TransitionTableTests {
    /// Rows: the state. Columns: what comes. A change of behaviour is a changed line of the kept file, which
    /// `TILL_RECORD=1 swift test` writes anew.
    @Test("the table is the kept one")
    func table() {
        let lines = states.flatMap { name, driver in
            inputs.map { "\(name) · \($0): \(reaction(of: driver, to: $1))" }
        }
        KeptLines.expect(lines, matches: "Tests/CheckoutTests/Golden/transitions.txt")
    }

    private var states: [(String, CheckoutDriver)] {
        var connecting = CheckoutDriver()
        connecting.take(.intent(.connect(uri: "tcp://x:1", address: .sample)))
        var fetching = CheckoutDriver()
        fetching.connect(pending: true)
        var stuck = fetching
        stuck.take(.reader(.pendingFailed(statusCode: 4)))
        var signing = CheckoutDriver.selling()
        signing.take(.reader(.signatureRequested(id: 1, receipt: "", secondsLeft: 90)))
        return [
            ("none", CheckoutDriver()), ("connecting", connecting), ("fetching", fetching), ("stuck", stuck),
            ("ready", .ready()), ("selling", .selling()), ("signing", signing),
            ("signed out", .ready(authority: Authority(requiresSignIn: true))),
            ("checking", .ready(authority: Authority(requiresSignIn: true)).after(.intent(.signIn(.anna)))),
            ("cashier", .signedIn(.cashier)), ("supervisor", .signedIn(.supervisor)),
            ("vouched for", .signedIn(.cashier).vouchedFor(.despiteUnknown)),
            ("updating", .serving(.update)), ("scanning", .serving(.scan(ScanOptions()))),
            ("restarting", .restarting()),
            ("tokenising", .ready().after(.intent(.pay(.tokenise())))),
            ("on a pinpad", .payingOnPinpad()), ("reading its log", .unknownOnPinpad()),
            ("looking at its slip", .signingOnPinpad()),
        ]
    }

    private let inputs: [(String, CheckoutInput)] = [
        ("connect", .intent(.connect(uri: "tcp://x:1", address: .sample))), ("disconnect", .intent(.disconnect)),
        ("expect", .intent(.expect(uri: "tcp://x:1", address: .sample))),
        ("sell", .intent(.pay(.sample))), ("cancel", .intent(.cancel)),
        ("accept", .intent(.answerSignature(id: 1, .accepted))), ("link opened", .linkOpened),
        ("link failed", .linkFailed(TillFault("link-refused", .unreachable))),
        ("connected", .reader(.connected(.sample(pending: false)))),
        ("holds a result", .reader(.connected(.sample(pending: true)))),
        ("notice", .reader(.notice(.sample(cancelAllowed: true)))),
        ("signature asked", .reader(.signatureRequested(id: 1, receipt: "", secondsLeft: 90))),
        ("signature over", .reader(.signatureWithdrawn(id: 1))),
        ("relay", .reader(.relayRequested(byteCount: 1))), ("approved", .reader(.finished(.sample(.approved)))),
        ("unknown", .reader(.finished(.sample(.unknown)))), ("recovered", .reader(.recovered(.sample(.approved)))),
        ("nothing held", .reader(.nothingPending)), ("not given", .reader(.pendingFailed(statusCode: 4))),
        ("lost", .reader(.closed(.linkLost))),
        ("sign in", .intent(.signIn(.anna))), ("right PIN", .pinChecked(.anna, .cashier)),
        ("wrong PIN", .pinChecked(.anna, nil)), ("sign out", .intent(.signOut)),
        ("vouch", .intent(.authorise(.despiteUnknown, by: .boss))),
        ("sell despite", .intent(.pay(.despite))),
        ("use secrets", .intent(.act(.use(.secrets, what: "set")))),
        ("add a cashier", .intent(.act(.addOperator(.anna, .cashier)))),
        ("tokenise", .intent(.pay(.tokenise()))), ("fetch", .intent(.fetchPending)),
        ("update", .intent(.serve(.update))), ("fetch log", .intent(.serve(.fetchLog))),
        ("scan", .intent(.serve(.scan(ScanOptions())))), ("stop", .intent(.stopService)),
        ("scanned", .reader(.scanned(code: "96385074"))), ("log", .reader(.served(.log("line")))),
        ("no scanner", .reader(.served(.refused(statusCode: 0x2F)))),
        ("updated", .reader(.served(.updated(restarting: false)))),
        ("marked", .reader(.marked(.sample))), ("unended", .reader(.unended(.logged(.approved)))),
        ("log read", .reader(.logRead(.with(.payment(.sale), .approved)))),
        ("about to restart", .reader(.served(.updated(restarting: true)))),
    ]

    private func reaction(of driver: CheckoutDriver, to input: CheckoutInput) -> String {
        let step = driver.machine.step(input, at: driver.moment)
        let words = step.record.map { "record \(Self.word($0))" } + step.perform.map(Self.word)
        let next = Self.word(step.next)
        let stays = next == Self.word(driver.machine.state)
        return (words + (stays ? [] : ["→ \(next)"])).joined(separator: ", ")
    }

    private static func word(_ state: CheckoutState) -> String {
        let words = [
            word(state.connection), word(state.authority.person), state.authority.check == nil ? "" : "checking",
        ]
        return words.filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func word(_ person: Authority.Person) -> String {
        switch person {
        case .anybody: ""
        case .nobody: "signed out"
        case .signedIn(_, let role): role.rawValue
        }
    }

    private static func word(_ record: CheckoutRecord) -> String {
        switch record {
        case .payment(_, let change): word(change)
        case .audit(let event): event.kind
        }
    }

    private static func word(_ connection: CheckoutState.Connection) -> String {
        switch connection {
        case .none: "none"
        case .connecting: "connecting"
        case .fetching: "fetching"
        case .ready: "ready"
        case .stuck: "stuck"
        case .lost(_, let again): again.isRestart ? "restarting" : "lost"
        case .selling(_, let sale): sale.signature == nil ? "selling" : "signing"
        case .serving: "serving"
        }
    }

    private static func word(_ change: JournalEntry.Change) -> String {
        switch change {
        case .intent: "intent"
        case .mark: "mark"
        case .relayed: "relayed"
        case .signature(let verdict): "signature \(verdict)"
        case .reversing(_, let reason): "reversing \(reason)"
        case .outcome(let outcome, _): "outcome \(outcome)"
        case .tip(_, let outcome): "tip \(outcome)"
        case .orphan(let outcome, _): "orphan \(outcome)"
        }
    }

    private static func word(_ effect: CheckoutEffect) -> String {
        switch effect {
        case .openLink: "open link"
        case .closeLink: "close link"
        case .introduce: "introduce"
        case .prove: "prove"
        case .checkPIN: "check PIN"
        case .ask: "ask"
        case .reader(let command): word(command)
        case .publish(let event): "tell \(word(event))"
        }
    }

    private static func word(_ command: ReaderCommand) -> String {
        switch command {
        case .initialise: "initialise"
        case .start(let request): "send \(request.operation)"
        case .proceed: "proceed"
        case .refuseStart: "refuse the start"
        case .fetchPendingResult(let mark): mark == nil ? "fetch" : "fetch since \(mark?.lastRecord ?? 0)"
        case .cancel: "send cancel"
        case .relay: "let through"
        case .refuseRelay: "hold back"
        case .answerSignature(_, let verdict): "send \(verdict)"
        case .acknowledgeResult: "acknowledge"
        case .prove: "prove"
        case .disconnect: "hang up"
        case .serve(let service): "send \(word(service))"
        }
    }

    private static func word(_ service: ReaderService) -> String {
        switch service {
        case .update: "update"
        case .setLogLevel(let level): "log level \(level.name)"
        case .clearLog: "log clear"
        case .fetchLog: "log get"
        case .scan: "scan"
        case .testConnection: "test"
        case .endOfDay: "end of day"
        case .loyaltyBalance: "points"
        case .clock: "clock"
        case .setClock: "clock set"
        case .keys: "keys"
        case .menu: "menu"
        }
    }

    private static func word(_ event: TillEvent) -> String {
        switch event {
        case .connected: "connected"
        case .ready: "ready"
        case .disconnected(let transacting, _): transacting ? "disconnected in a payment" : "disconnected"
        case .started: "started"
        case .status: "status"
        case .signatureRequest: "signature request"
        case .signatureCancelled: "signature cancelled"
        case .recovered(_, let outcome, _, let isKnown): isKnown ? "known again" : "recovered \(outcome)"
        case .result(_, let outcome, _, _): "result \(outcome)"
        case .signedIn(_, let role): "signed in \(role)"
        case .signedOut: "signed out"
        case .granted: "granted"
        case .permitted: "permitted"
        case .serving: "serving"
        case .progress(let done, _): "progress \(done)"
        case .scanned: "scanned"
        case .served: "served"
        case .inquiry: "inquiry"
        case .settled(_, let outcome, _): "settled \(outcome)"
        case .tipped(_, _, let outcome, _): "tipped \(outcome)"
        case .fault(let fault): fault.code
        }
    }
}
