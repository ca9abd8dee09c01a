public import Payments
public import Ports
import Threads

/// Cuts the till's power at the n-th thing it does to the world: before a row is written, after it, at each write to
/// the reader and to the acquirer. From there on nothing it does has any effect.
public final class PowerSwitch: Sendable {
    private let state = Locked<(done: Int, cutAt: Int?)>((0, nil))

    public init() {}

    public func cut(at step: Int?) { state.withLock { $0 = (0, step) } }

    public var isOn: Bool { state.withLock { state in state.cutAt.map { state.done < $0 } ?? true } }

    /// How many things were done.
    public var steps: Int { state.withLock { $0.done } }

    /// One thing is about to be done.
    /// - Returns: whether the power is still on.
    public func step() -> Bool {
        state.withLock { state in
            state.done += 1
            return state.cutAt.map { state.done < $0 } ?? true
        }
    }
}

public final class PoweredJournal: Journal {
    private let base: any Journal
    private let power: PowerSwitch

    public init(base: any Journal, power: PowerSwitch) {
        self.base = base
        self.power = power
    }

    /// Two steps: the power may go before the row is on disk, or right after.
    public func append(_ entry: JournalEntry) throws(JournalFault) -> Int64 {
        guard power.step() else { throw .other(code: 0) }
        let id = try base.append(entry)
        _ = power.step()
        return id
    }

    public func append(_ entry: AuditEntry) throws(JournalFault) -> Int64 {
        guard power.step() else { throw .other(code: 0) }
        let id = try base.append(entry)
        _ = power.step()
        return id
    }

    public func audit(limit: Int) throws(JournalFault) -> [AuditEntry] { try base.audit(limit: limit) }

    public func namesOperators() throws(JournalFault) -> Bool { try base.namesOperators() }

    public func history(limit: Int, query: String?) throws(JournalFault) -> [HistoryRow] {
        try base.history(limit: limit, query: query)
    }

    public func find(_ prefix: String) throws(JournalFault) -> [HistoryRow] { try base.find(prefix) }

    public func unresolved() throws(JournalFault) -> [HistoryRow] { try base.unresolved() }
}

public struct PoweredLinks: LinkOpener {
    private let base: any LinkOpener
    private let power: PowerSwitch

    public init(base: any LinkOpener, power: PowerSwitch) {
        self.base = base
        self.power = power
    }

    public func open(_ address: ReaderAddress, deliver: @escaping @Sendable (LinkEvent) -> Void) -> any Link {
        PoweredLink(base: base.open(address, deliver: deliver), power: power)
    }
}

public struct PoweredHosts: HostConnector {
    private let base: any HostConnector
    private let power: PowerSwitch

    public init(base: any HostConnector, power: PowerSwitch) {
        self.base = base
        self.power = power
    }

    public func connect(
        to host: HostEndpoint, security: HostSecurity, timeout: Duration,
        deliver: @escaping @Sendable (LinkEvent) -> Void
    ) -> any Link {
        PoweredLink(base: base.connect(to: host, security: security, timeout: timeout, deliver: deliver), power: power)
    }
}

/// A request that never left because the power was gone is never answered.
public struct PoweredHTTP: HTTPSender {
    private let base: any HTTPSender
    private let power: PowerSwitch

    public init(base: any HTTPSender, power: PowerSwitch) {
        self.base = base
        self.power = power
    }

    public func send(
        _ request: HTTPRequest, timeout: Duration,
        deliver: @escaping @Sendable (Result<HTTPAnswer, LinkFault>) -> Void
    ) {
        if power.step() { base.send(request, timeout: timeout, deliver: deliver) }
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
