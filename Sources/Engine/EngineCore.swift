import Checkout
import Crypto
import Gateways
import Payments
import Ports
import Readers
import Time

/// The engine's state, and the one place where steps are written down and taken. Owned by one thread at a time.
struct EngineCore {
    let ports: EnginePorts
    let settings: EngineSettings
    let post: @Sendable (EngineMessage) -> Void
    private let listener: @Sendable (EngineEvent) -> Void
    private let publish: @Sendable (CheckoutSnapshot) -> Void
    private var machine: CheckoutMachine
    /// Came with the intent that is being handled.
    private var pin: Secret?
    /// The digits of a reader's secret, as long as a tip is being set.
    private var tipSecret: Secret?
    private var view: SnapshotView
    private var waiting: [CheckoutInput] = []
    /// Rows have been written since the journal tidied up.
    private var hasWritten = false
    private var journalIDs: [TransactionReference: Int64] = [:]
    var session: (any ReaderSession)?
    /// Of the link that is open or being opened; nil where it is found out.
    var wireProtocol: ReaderAddress.WireProtocol?
    var readerLink = NumberedLink()
    var readerIsBluetooth = false
    var hostLink = NumberedLink()
    /// Conversations with Opayo that are under way.
    var errands: [TransactionReference: RunningErrand] = [:]

    init(
        ports: EnginePorts, settings: EngineSettings, payments: [KnownPayment], authority: Authority,
        post: @escaping @Sendable (EngineMessage) -> Void, listener: @escaping @Sendable (EngineEvent) -> Void,
        publish: @escaping @Sendable (CheckoutSnapshot) -> Void
    ) {
        self.ports = ports
        self.settings = settings
        self.post = post
        self.listener = listener
        self.publish = publish
        machine = CheckoutMachine(
            payments: payments, authority: authority, inquiryRule: ports.http == nil ? nil : settings.cloud?.rule,
            reconnects: settings.reconnects, merchants: ports.http == nil ? nil : settings.merchant?.merchantRule)
        machine.plant(settings.planted)
        view = SnapshotView(training: settings.training)
        publish(view.snapshot(of: machine.state))
    }

    /// Of the reader that has introduced itself.
    var serialNumber: String? { machine.state.serialNumber }

    var nextDeadline: Uptime? {
        [session?.nextDeadline, machine.nextDeadline, errandDeadline].compactMap(\.self).min()
    }

    /// Everything that was sent has been handed over.
    var isFlushed: Bool { readerLink.closing == 0 && hostLink.closing == 0 }

    mutating func handle(_ message: EngineMessage) {
        switch message {
        case .intent(let intent, let pin):
            self.pin = pin
            if case .adjustTip = intent, tipSecret == nil { tipSecret = pin }
            take(.intent(intent))
            self.pin = nil
        case .pinChecked(let name, let role): take(.pinChecked(name, role))
        case .reader(let number, let event): readerLinkDid(number, event)
        case .host(let number, let event): hostLinkDid(number, event)
        case .cloud(let reference, let question, let answer): cloudSaid(reference, question, answer)
        case .found(let reference, let finding): take(.cloud(reference, finding.masked))
        case .opayo(let reference, let answer): opayoSaid(reference, answer)
        case .stop: break
        }
    }

    mutating func handleDeadline() {
        let now = ports.time.uptime()
        if let due = session?.nextDeadline, due <= now { advance(.deadline) }
        if let due = machine.nextDeadline, due <= now { take(.deadline) }
        sendDueErrands()
    }

    /// Feeds the machine, and whatever its effects bring about, until nothing is left to do.
    mutating func take(_ input: CheckoutInput) {
        waiting.append(input)
        guard waiting.count == 1 else { return }
        while let next = waiting.first {
            step(next)
            waiting.removeFirst()
        }
        publish(view.snapshot(of: machine.state))
        tidyUp()
    }

    /// Between payments the journal may tidy up; a failure to shows at the next row.
    private mutating func tidyUp() {
        switch machine.state.connection {
        case .ready where hasWritten, .none where hasWritten:
            hasWritten = false
            try? ports.journal.checkpointIfIdle()
        default: break
        }
    }

    /// Record first, then perform. What can't be recorded is not performed.
    private mutating func step(_ input: CheckoutInput) {
        let step = machine.step(input, at: moment(of: input))
        guard !machine.state.hasBytesFirst else { return stepTooSoon(step) }
        do throws(JournalFault) {
            for record in step.record { try write(record) }
        } catch {
            waiting.append(input.unrecorded(step.record, TillFault(journal: error)))
            return
        }
        machine.take(step)
        for effect in step.perform { perform(effect) }
    }

    /// As it must not be: see `PlantedBug.bytesBeforeJournal`.
    private mutating func stepTooSoon(_ step: CheckoutStep) {
        machine.take(step)
        for effect in step.perform { perform(effect) }
        for record in step.record { try? write(record) }
    }

    private func moment(of input: CheckoutInput) -> Moment {
        var moment = Moment(
            now: ports.time.uptime(), wall: ports.time.wallTime(),
            fresh: TransactionReference(random: ports.random.bytes(16)))
        switch input {
        case .intent(.pay(let order)), .intent(.order(let order)): moment.original = order.original.flatMap(original)
        case .intent(.adjustTip(let order)): moment.original = original(order.reference)
        default: break
        }
        return moment
    }

    /// The payment, what names it, and what names its refunds, by a search for their references. A journal that can't
    /// be read knows none.
    private func original(_ reference: TransactionReference) -> OriginalPayment? {
        guard var rows = try? ports.journal.history(limit: Self.mostLinked, query: reference.text) else { return nil }
        for refund in rows where refund.intent?.operation.isRefund == true && refund.reference != reference {
            guard let more = try? ports.journal.history(limit: Self.mostLinked, query: refund.reference.text) else {
                return nil
            }
            rows += more.filter { $0.intent?.original?.reference == refund.reference }
        }
        return OriginalPayment(reference, in: rows)
    }

    /// More refunds than these of one sale are not looked at; then it is not found, and nothing is refunded. *own choice*
    private static let mostLinked = 200

    private mutating func write(_ record: CheckoutRecord) throws(JournalFault) {
        let (at, name) = (ports.time.wallTime(), machine.state.authority.operatorName)
        switch record {
        case .payment(let reference, let change):
            let id = try ports.journal.append(
                JournalEntry(
                    reference: reference, at: at, operatorName: name, training: settings.training,
                    change: change.withoutToken))
            if journalIDs[reference] == nil { journalIDs[reference] = id }
        case .audit(let event):
            _ = try ports.journal.append(
                AuditEntry(at: at, operatorName: name, training: settings.training, event: event))
        }
        hasWritten = true
    }

    private mutating func perform(_ effect: CheckoutEffect) {
        switch effect {
        case .openLink(let address): openReaderLink(address)
        case .closeLink: closeReaderLink()
        case .introduce: introduce()
        case .reader(let command): advance(.command(command))
        case .prove(let random): prove(random)
        case .checkPIN(let name): checkPIN(of: name)
        case .ask(let reference, let question) where question.linkedOrder != nil:
            askMerchant(question, of: reference)
        case .ask(let reference, let question):
            ask(question, of: reference, with: question.takesReaderSecret ? tipSecret : pin)
        case .publish(let event): tell(event)
        }
    }

    /// An intent without a PIN has the wrong one.
    private func checkPIN(of name: OperatorName) {
        let post = post
        guard let pin, let check = settings.checkPIN else { return post(.pinChecked(name, nil)) }
        check(name, pin) { post(.pinChecked(name, $0)) }
    }

    func tell(_ fault: TillFault) {
        listener(EngineEvent(at: ports.time.wallTime(), journalID: nil, event: .fault(fault)))
    }

    private mutating func tell(_ event: TillEvent) {
        if case .tipped = event { tipSecret = nil }
        view.note(event, at: ports.time.uptime())
        listener(EngineEvent(at: ports.time.wallTime(), journalID: journalID(of: event), event: event))
    }

    private mutating func journalID(of event: TillEvent) -> Int64? {
        switch event {
        case .started(let intent): id(of: intent.reference)
        case .recovered(let reference, _, _, _), .result(let reference, _, _, _), .settled(let reference, _, _),
            .inquiry(let reference, _), .tipped(let reference, _, _, _):
            id(of: reference)
        default: nil
        }
    }

    /// A payment of an earlier run is looked up by its reference.
    private mutating func id(of reference: TransactionReference) -> Int64? {
        if let known = journalIDs[reference] { return known }
        let found = (try? ports.journal.find(reference.text))?.first?.journalID
        journalIDs[reference] = found
        return found
    }
}

extension EngineCore {
    /// As many rows of the trail as tell how often a PIN was tried in vain lately. *own choice*
    private static let trailLength = 1000

    /// More than any reader's log holds. *own choice*
    private static let mostBehindOpen = 20_000

    /// Money that is not real asks nobody who they are.
    static func authority(_ ports: EnginePorts, _ settings: EngineSettings) throws(JournalFault) -> Authority {
        guard settings.checkPIN != nil, !settings.training else { return .open }
        let trail = try ports.journal.audit(limit: trailLength)
        return Authority(requiresSignIn: true, trail: trail, at: ports.time.uptime())
    }

    /// What the journal remembers: everything unresolved, and the latest of the others, oldest first.
    static func payments(in journal: any Journal) throws(JournalFault) -> [KnownPayment] {
        let unresolved = try journal.unresolved()
        // Where the part of a reader's log ends that an open payment has, all those behind it say.
        let isLogged = unresolved.contains { $0.mark != nil }
        let latest = try journal.history(limit: isLogged ? mostBehindOpen : CheckoutState.remembered, query: nil)
        var seen: Set<TransactionReference> = []
        return (unresolved + latest.reversed())
            .filter { seen.insert($0.reference).inserted }
            .sorted { $0.journalID < $1.journalID }
            .compactMap { row in
                row.intent.map {
                    KnownPayment(
                        intent: $0, at: row.at, outcome: row.outcome,
                        eftTransactionID: row.result?.eftTransactionID, relayed: row.relayed,
                        reversing: row.reversing, authorisationCode: row.result?.authorisationCode, mark: row.mark,
                        signature: row.signature)
                }
            }
    }
}
