import Checkout
import Crypto
import Engine
import Glibc
import Payments
import Ports
import Terminal

/// Who is at the command line: signs in where there are operators, and has what they may do alone vouched for.
/// What is allowed is decided by the checkout machine, here as on the console.
struct Gate {
    let place: Workplace
    /// Who signs in; nil where nobody has to.
    private let person: (name: OperatorName, pin: Secret)?
    private let supervisor: (name: OperatorName, pin: Secret)?

    /// Asks for the PINs that no file holds. To be made before anything else takes the signals.
    init(place: Workplace, signals: SignalInbox, training: Bool) throws(Stop) {
        self.place = place
        guard !training, try place.hasOperators() else {
            (person, supervisor) = (nil, nil)
            return
        }
        let file = CredentialFile(place: place, signals: signals)
        guard let named = place.invocation.operatorName else { throw Stop(.notPermitted, "operator-needed") }
        person = (try Self.name(named), try file.pin(of: named, file: place.invocation.pinFile))
        supervisor =
            if let named = place.invocation.supervisorName {
                (try Self.name(named), try file.pin(of: named, file: place.invocation.supervisorPINFile))
            } else {
                nil
            }
    }

    static func name(_ text: String) throws(Stop) -> OperatorName {
        guard let name = OperatorName(text) else { throw Stop(.usage, "operator-bad-name") }
        return name
    }

    /// Signs in, and has a supervisor vouch for `permission` where one is named.
    func enter(_ engine: TillEngine, _ loop: CommandLoop, vouchingFor permission: Permission?) throws(Stop) {
        guard let person else { return }
        engine.submit(.signIn(person.name), pin: person.pin)
        try wait(loop) { if case .signedIn = $0 { true } else { false } }
        guard let permission, let supervisor else { return }
        engine.submit(.authorise(permission, by: supervisor.name), pin: supervisor.pin)
        try wait(loop) { if case .granted = $0 { true } else { false } }
    }

    /// Has a deed permitted and written down, on the journal of real money. Nothing where there are no operators, but
    /// for deeds that make some.
    func permit(_ deed: Deed, signals: SignalInbox) throws(Stop) {
        if case .use = deed, person == nil { return }
        let loop = CommandLoop(signals: signals)
        let engine = try engine(loop)
        engine.start()
        defer { engine.stop() }
        try enter(engine, loop, vouchingFor: deed.permission)
        engine.submit(.act(deed))
        try wait(loop) { if case .permitted = $0 { true } else { false } }
    }

    private func engine(_ loop: CommandLoop) throws(Stop) -> TillEngine {
        let ports = try place.ports(try place.links(), try place.journal(training: false))
        let settings = place.settings({ _ in nil }, training: false, checksPINs: person != nil)
        do throws(JournalFault) {
            return try TillEngine(ports: ports, settings: settings) { loop.post($0) }
        } catch {
            throw Stop(journalFault: error)
        }
    }

    private func wait(_ loop: CommandLoop, for isWanted: (TillEvent) -> Bool) throws(Stop) {
        while true {
            for message in loop.wait() {
                switch message {
                case .engine(let event):
                    if case .fault(let fault) = event.event { throw Stop(fault) }
                    if isWanted(event.event) { return }
                case .signal(let number) where [SIGINT, SIGTERM, SIGHUP].contains(number):
                    throw Stop(.interrupted, "interrupted")
                case .signal, .input: break
                }
            }
        }
    }
}
