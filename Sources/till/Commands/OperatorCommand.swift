import Checkout
import Journals
import Localization
import Payments
import Ports
import Terminal
import Text
import Time
import Vault

/// `till operator`: who may sign in, and what they did (row N8).
struct OperatorCommand {
    enum Action: String {
        case add, list, disable, log
    }

    private let place: Workplace
    private let signals: SignalInbox
    private let action: Action
    private let name: String?

    init(place: Workplace, signals: SignalInbox, action: String, name: String?) throws(Stop) {
        guard let known = Action(rawValue: action) else { throw Stop(.usage, "operator-action", ["action": action]) }
        guard [.add, .disable].contains(known) == (name != nil) else {
            throw Stop(.usage, "operator-name", ["action": action])
        }
        self.place = place
        self.signals = signals
        self.action = known
        self.name = name
    }

    func run() throws(Stop) {
        if action == .log { return try log() }
        let vault = try CredentialFile(place: place, signals: signals).open()
        place.credentials.unlock(vault)
        switch action {
        case .add: try add(to: vault, Gate.name(name ?? ""))
        case .disable: try disable(in: vault, Gate.name(name ?? ""))
        case .list: try place.credentials.operators().forEach(tell)
        case .log: break
        }
    }

    /// The journal says who was made an operator before the file does: between the two the operator has no PIN.
    private func add(to vault: Vault, _ name: OperatorName) throws(Stop) {
        guard let role = place.invocation.role.flatMap(OperatorRole.init(rawValue:)) else {
            throw Stop(.usage, "operator-role")
        }
        if role != .supervisor { try keepSupervisor(besides: name, makingFirst: true) }
        let gate = try Gate(place: place, signals: signals, training: false)
        let pin = try CredentialFile(place: place, signals: signals).newPIN(of: name.text)
        try gate.permit(.addOperator(name, role), signals: signals)
        do throws(VaultFault) { try vault.setOperator(name, role, pin: pin) } catch { throw Stop(error, vault.path) }
        told("added", name)
    }

    private func disable(in vault: Vault, _ name: OperatorName) throws(Stop) {
        guard try place.credentials.operators().contains(where: { $0.name == name }) else {
            throw Stop(.usage, "operator-unknown", ["name": name.text])
        }
        try keepSupervisor(besides: name, makingFirst: false)
        try Gate(place: place, signals: signals, training: false).permit(.disableOperator(name), signals: signals)
        do throws(VaultFault) { try vault.disableOperator(name) } catch { throw Stop(error, vault.path) }
        told("disabled", name)
    }

    /// Somebody must stay who can say who the operators are. With none at all the checkout machine has its own rule.
    private func keepSupervisor(besides name: OperatorName, makingFirst: Bool) throws(Stop) {
        let operators = try place.credentials.operators()
        if makingFirst, operators.isEmpty { return }
        guard operators.contains(where: { $0.role == .supervisor && $0.isEnabled && $0.name != name }) else {
            throw Stop(.usage, "last-supervisor", ["name": name.text])
        }
    }

    private func tell(_ person: Operator) {
        guard !place.invocation.json else {
            return Output.json(
                .object([
                    ("event", "operator"), ("name", .string(person.name.text)),
                    ("role", .string(person.role.rawValue)), ("enabled", .bool(person.isEnabled)),
                ]))
        }
        let role = place.catalogue.text("operator.role.\(person.role.rawValue)")
        let state = person.isEnabled ? "" : "  \(place.catalogue.text("operator.disabled"))"
        Output.line(padded(person.name.text, to: OperatorName.longest / 2) + "  " + role + state)
    }

    private func told(_ what: String, _ name: OperatorName) {
        guard !place.invocation.json else { return }
        Output.message(place.catalogue.text("operator.done.\(what)", ["name": name.text]))
    }
}

// MARK: The audit trail

extension OperatorCommand {
    private func log() throws(Stop) {
        let directory = try place.dataDirectory()
        let limit = place.invocation.limit ?? 50
        let entries: [AuditEntry]
        do throws(JournalFault) {
            entries = try directory.readJournal(training: false)?.audit(limit: limit) ?? []
        } catch {
            throw Stop(journalFault: error)
        }
        entries.forEach(tell)
    }

    private func tell(_ entry: AuditEntry) {
        guard !place.invocation.json else {
            return Output.json(
                .object(
                    [
                        ("event", "audit"), ("at", .string(entry.at.rfc3339)), ("kind", .string(entry.event.kind)),
                        ("operator", entry.operatorName.isEmpty ? nil : .string(entry.operatorName)),
                    ] + entry.event.body.members.map { ($0.name, $0.value) }))
        }
        let moment = CivilTime(entry.at, secondsFromUTC: SystemZone.secondsFromUTC(entry.at))
        let at = place.catalogue.dateTime(moment)
        Output.line("\(at)  \(padded(printable(entry.operatorName), to: 12))  \(words(entry.event))")
    }

    private func words(_ event: AuditEvent) -> String {
        var arguments: [String: String] = [:]
        for member in event.body.members {
            let value = member.value.stringValue ?? ""
            arguments[member.name] =
                switch member.name {
                case "role": place.catalogue.text("operator.role.\(value)")
                case "permission": place.catalogue.text("operator.permission.\(value)")
                default: printable(value)
                }
        }
        return place.catalogue.text("operator.\(event.kind)", arguments)
    }
}
