import Payments
import Ports
import TestKit
import Threads

/// Cuts the till's power at the n-th thing it does to the world: before a row is written, after it, at each write to
/// the reader and to the acquirer. From there on nothing it does has any effect.
final class PowerSwitch: Sendable {
    private let state = Locked<(done: Int, cutAt: Int?)>((0, nil))

    func cut(at step: Int?) { state.withLock { $0 = (0, step) } }

    var isOn: Bool { state.withLock { state in state.cutAt.map { state.done < $0 } ?? true } }

    /// How many things were done.
    var steps: Int { state.withLock { $0.done } }

    /// One thing is about to be done.
    /// - Returns: whether the power is still on.
    func step() -> Bool {
        state.withLock { state in
            state.done += 1
            return state.cutAt.map { state.done < $0 } ?? true
        }
    }
}

final class PoweredJournal: Journal {
    private let base: MemoryJournal
    private let power: PowerSwitch

    init(base: MemoryJournal, power: PowerSwitch) {
        self.base = base
        self.power = power
    }

    /// Two steps: the power may go before the row is on disk, or right after.
    func append(_ entry: JournalEntry) throws(JournalFault) -> Int64 {
        guard power.step() else { throw .other(code: 0) }
        let id = try base.append(entry)
        _ = power.step()
        return id
    }

    func append(_ entry: AuditEntry) throws(JournalFault) -> Int64 {
        guard power.step() else { throw .other(code: 0) }
        let id = try base.append(entry)
        _ = power.step()
        return id
    }

    func audit(limit: Int) throws(JournalFault) -> [AuditEntry] { try base.audit(limit: limit) }

    func namesOperators() throws(JournalFault) -> Bool { try base.namesOperators() }

    func history(limit: Int, query: String?) throws(JournalFault) -> [HistoryRow] {
        try base.history(limit: limit, query: query)
    }

    func find(_ prefix: String) throws(JournalFault) -> [HistoryRow] { try base.find(prefix) }

    func unresolved() throws(JournalFault) -> [HistoryRow] { try base.unresolved() }
}

struct PoweredLinks: LinkOpener {
    let base: any LinkOpener
    let power: PowerSwitch

    func open(_ address: ReaderAddress, deliver: @escaping @Sendable (LinkEvent) -> Void) -> any Link {
        PoweredLink(base: base.open(address, deliver: deliver), power: power)
    }
}

struct PoweredHosts: HostConnector {
    let base: any HostConnector
    let power: PowerSwitch

    func connect(
        to host: HostEndpoint, security: HostSecurity, timeout: Duration,
        deliver: @escaping @Sendable (LinkEvent) -> Void
    ) -> any Link {
        PoweredLink(base: base.connect(to: host, security: security, timeout: timeout, deliver: deliver), power: power)
    }
}

final class PoweredLink: Link {
    private let base: any Link
    private let power: PowerSwitch

    init(base: any Link, power: PowerSwitch) {
        self.base = base
        self.power = power
    }

    func send(_ bytes: [UInt8]) {
        if power.step() { base.send(bytes) }
    }

    func close() {
        if power.isOn { base.close() }
    }
}
