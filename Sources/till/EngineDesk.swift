import Checkout
import Engine
import Journals
import Payments
import Ports
import Threads

/// The engine that the console talks to. Training has a journal of its own, so a reader of the other kind gets another
/// engine; only while nothing is connected can that happen.
final class EngineDesk: Sendable {
    private struct Content {
        var engine: TillEngine?
        var journal: (any Journal)?
        var snapshot: CheckoutSnapshot
        var faults = 0
        var changed: @Sendable (CheckoutSnapshot) -> Void = { _ in }
    }

    private let place: Workplace
    private let links: any LinkOpener
    private let content: Locked<Content>

    /// Opens the journal, so that what is unresolved is known.
    init(place: Workplace, links: any LinkOpener, training: Bool) throws(Stop) {
        self.place = place
        self.links = links
        content = Locked(Content(snapshot: CheckoutSnapshot(training: training)))
        let journal = try place.journal(training: training)
        content.withLock {
            $0.journal = journal
            $0.snapshot.unresolved = (try? journal.unresolved().count) ?? 0
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

    func submit(_ intent: Intent) {
        CrashTrail.note(intent)
        guard case .connect(_, let address) = intent else {
            content.withLock { $0.engine }?.submit(intent)
            return
        }
        do throws(Stop) {
            try engine(for: address).submit(intent)
        } catch {
            show(error)
        }
    }

    func cancelIfAllowed() {
        guard case .selling(_, let sale) = snapshot.connection, sale.cancelAllowed else { return }
        submit(.cancel)
    }

    func history(_ query: String) -> [HistoryRow] {
        let journal = content.withLock { $0.journal }
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
    private func engine(for address: ReaderAddress) throws(Stop) -> TillEngine {
        let (present, isRight) = content.withLock { ($0.engine, $0.snapshot.training == address.isTraining) }
        if let present, isRight { return present }
        present?.stop()
        let secret = try place.secret(for: address)
        let journal = try journal(training: address.isTraining, isOpen: isRight)
        let ports = try place.ports(links, journal)
        do throws(JournalFault) {
            let engine = try TillEngine(
                ports: ports, settings: place.settings(secret, training: address.isTraining),
                watcher: { [weak self] in self?.show($0) }, listener: { CrashTrail.note($0) })
            content.withLock { $0.engine = engine }
            engine.start()
            return engine
        } catch {
            throw Stop(journalFault: error)
        }
    }

    /// The lock is one for both journals: the other one has to be let go first.
    private func journal(training: Bool, isOpen: Bool) throws(Stop) -> any Journal {
        if isOpen, let journal = content.withLock({ $0.journal }) { return journal }
        content.withLock {
            $0.engine = nil
            $0.journal = nil
        }
        let journal = try place.journal(training: training)
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
        let fault = TillFault(stop.code, .usage, money: stop.money, detail: stop.arguments["file"] ?? "")
        snapshot.fault = NumberedFault(number: (snapshot.fault?.number ?? 0) + 1, fault: fault)
        show(snapshot)
    }
}
