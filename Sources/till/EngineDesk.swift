import Checkout
import Crypto
import Engine
import Journals
import Payments
import Ports
import Threads
import Vault

/// The engine that the console talks to. Training has a journal of its own, so a reader of the other kind gets another
/// engine; only while nothing is connected can that happen.
final class EngineDesk: Sendable {
    private struct Content {
        var engine: TillEngine?
        var journal: SQLiteJournal?
        /// The reader's secret, where it comes from a file of its own.
        var secret: Secret?
        var snapshot: CheckoutSnapshot
        var faults = 0
        var signatures: SignatureDesk?
        var changed: @Sendable (CheckoutSnapshot) -> Void = { _ in }
    }

    private let place: Workplace
    private let links: any LinkOpener
    private let content: Locked<Content>
    /// False where another till sells with the journal: then there is never an engine, and the journal is only read.
    let sells: Bool

    /// Opens the journal, so that what is unresolved is known.
    init(place: Workplace, links: any LinkOpener, training: Bool) throws(Stop) {
        self.place = place
        self.links = links
        content = Locked(Content(snapshot: CheckoutSnapshot(training: training)))
        let journal = try place.journalUnlessTaken(training: training)
        sells = journal != nil
        guard let journal else { return }
        content.withLock {
            $0.journal = journal
            $0.snapshot.unresolved = (try? journal.unresolved().count { $0.isUnresolved }) ?? 0
        }
    }

    /// Called with each new snapshot, from any thread.
    var changed: @Sendable (CheckoutSnapshot) -> Void {
        get { content.withLock { $0.changed } }
        set { content.withLock { $0.changed = newValue } }
    }

    var snapshot: CheckoutSnapshot { content.withLock { $0.snapshot } }

    /// Money may move.
    var isSelling: Bool {
        switch snapshot.connection {
        case .selling, .fetching(_, afterUnknown: true): true
        default: false
        }
    }

    /// - Parameter pin: for the intents that take one.
    func submit(_ intent: Intent, pin: Secret? = nil) {
        CrashTrail.note(intent)
        guard sells else { return show(Stop(journalFault: .locked(pid: nil))) }
        do throws(Stop) {
            switch intent {
            case .connect(_, let address), .expect(_, let address, _):
                let engine = try engine(training: address.isTraining)
                try takeSecret(for: address)
                engine.submit(intent)
            case .signIn: try engine(training: false).submit(intent, pin: pin)
            case .lookUp: try engine(training: snapshot.training).submit(intent)
            default: content.withLock { $0.engine }?.submit(intent, pin: pin)
            }
        } catch {
            show(error)
        }
    }

    /// The credential file was opened: who may sign in, by name. From here on somebody has to, if there is anybody.
    func operatorsFound() throws(Stop) -> [OperatorName] {
        defer {
            lookUp()
            sellForAccount()
        }
        let names = try place.credentials.operators().filter(\.isEnabled).map(\.name)
        let needsSignIn = try place.hasOperators()
        let hasEngine = content.withLock { $0.engine != nil }
        guard needsSignIn, !hasEngine, !snapshot.training else { return names }
        var snapshot = snapshot
        snapshot.authority = Authority(requiresSignIn: true)
        show(snapshot)
        return names
    }

    /// What nobody knows the end of is looked up from the start, with or without a reader.
    private func lookUp() {
        let training = snapshot.training
        guard snapshot.unresolved > 0, (try? place.cloud(place.configuration.inquiryRule, training: training)) != nil
        else { return }
        _ = try? engine(training: training)
    }

    /// The account that was locked away is at hand; what was signed and not handed in is tried again.
    func sellForAccount() {
        let engine = content.withLock { $0.engine }
        if let access = try? place.merchantAccess(place.configuration.inquiryRule, training: snapshot.training) {
            engine?.submit(.sellFor(access.merchant))
        }
        content.withLock { $0.signatures }?.handIn()
    }

    /// Where drawings go; nil where the till is not set up for a gateway that takes them.
    func signatureShelf(training: Bool) throws(Stop) -> SignatureDesk? {
        guard let access = try place.merchantAccess(.onDemand, training: training), access.name == .redsys else {
            return nil
        }
        let shelf = SignatureDesk(
            place: place, access: access, format: place.configuration.signatureFormat,
            row: { [weak self] reference in self?.history(reference.text).first { $0.reference == reference } },
            report: { [weak self] in self?.show($0) })
        content.withLock { $0.signatures = shelf }
        return shelf
    }

    func cancelIfAllowed() {
        guard case .selling(_, let sale) = snapshot.connection, sale.cancelAllowed else { return }
        submit(.cancel)
    }

    func history(_ query: String) -> [HistoryRow] {
        let written = content.withLock { $0.journal }
        let journal = sells ? written : try? place.dataDirectory().readJournal(training: snapshot.training)
        return (try? journal?.history(limit: 500, query: query.isEmpty ? nil : query)) ?? []
    }

    /// Waits until no money can move: a payment runs to its end without a terminal.
    /// - Returns: how the last payment ended, if one did.
    func waitForEnd(_ ended: Mailbox<CheckoutSnapshot>) -> ExitStatus? {
        let before = snapshot.finishedCount
        let wasSelling = isSelling
        changed = { ended.post($0) }
        while isSelling { _ = ended.wait(until: nil) }
        guard wasSelling, snapshot.finishedCount > before, let last = snapshot.finished else { return nil }
        return ExitStatus(last.outcome)
    }

    func stop() { content.withLock { $0.engine }?.stop() }
}

extension EngineDesk {
    /// The secret has to be there before a reader is asked for anything.
    private func takeSecret(for address: ReaderAddress) throws(Stop) {
        guard address.wireProtocol.hasSecret else { return try place.checkIsNear(address) }
        let secret = try place.secretIfAsked(of: address)
        let isKept = place.isSecretFromVault(for: address)
        content.withLock { $0.secret = isKept ? nil : secret }
    }

    private func engine(training: Bool) throws(Stop) -> TillEngine {
        let (present, isRight) = content.withLock { ($0.engine, $0.snapshot.training == training) }
        if let present, isRight { return present }
        present?.stop()
        let checksPINs = training ? false : try place.hasOperators()
        let journal = try journal(training: training, isOpen: isRight)
        let secret: @Sendable (String) -> Secret? = { [content, place] serialNumber in
            content.withLock { $0.secret } ?? (try? place.secretFromVault(for: serialNumber))
        }
        let ports = try place.ports(links, journal)
        var settings = place.settings(
            secret, training: training, checksPINs: checksPINs,
            cloud: try place.cloud(place.configuration.inquiryRule, training: training))
        settings.reconnects = true
        settings.merchant = try place.merchantAccess(place.configuration.inquiryRule, training: training)
        do throws(JournalFault) {
            let engine = try TillEngine(
                ports: ports, settings: settings,
                watcher: { [weak self] in self?.show($0) },
                listener: { [log = place.log, content] event in
                    CrashTrail.note(event)
                    content.withLock { $0.signatures }?.note(event)
                    log?.note(event, training: training)
                })
            content.withLock { $0.engine = engine }
            engine.start()
            return engine
        } catch {
            throw Stop(journalFault: error)
        }
    }

    /// The lock is one for both journals: the other one has to be let go first.
    private func journal(training: Bool, isOpen: Bool) throws(Stop) -> SQLiteJournal {
        if isOpen, let journal = content.withLock({ $0.journal }) { return journal }
        let held = content.withLock { content in
            content.engine = nil
            return content.journal
        }
        let journal = try place.journal(training: training, after: held)
        content.withLock { $0.journal = journal }
        return journal
    }

    private func show(_ snapshot: CheckoutSnapshot) {
        let changed = content.withLock { content in
            content.snapshot = snapshot
            return content.changed
        }
        changed(snapshot)
    }

    /// Something that the engine never heard of went wrong.
    private func show(_ stop: Stop) {
        var snapshot = snapshot
        let fault = TillFault(stop)
        snapshot.fault = NumberedFault(number: (snapshot.fault?.number ?? 0) + 1, fault: fault)
        show(snapshot)
    }
}
