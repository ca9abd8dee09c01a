import Payments
import Ports
import Threads

/// One search, on a thread of its own.
struct BlueZSearch {
    let inbox: Mailbox<BlueZNews>
    var registry: BlueZRegistry
    let busAddress: String?
    /// When it ends: CLOCK_MONOTONIC nanoseconds.
    let until: Int64
    let deliver: @Sendable (FinderEvent) -> Void

    private var bus: Bus?
    private var holds: [BusHold] = []
    /// Which connection to the bus this is: news of earlier ones is old.
    private var turn = 0
    /// Adapters that search for us.
    private var searching: Set<String> = []
    private var trouble: FinderTrouble?
    private var retryAt: Int64?
    private var isOver = false

    /// How long a bus that went is left alone. *own choice*
    private static let pause: Int64 = 500_000_000
    /// How long an adapter may take to stop; nobody wants to wait for it. *own choice*
    private static let farewell: Duration = .seconds(1)

    init(
        inbox: Mailbox<BlueZNews>, registry: BlueZRegistry, busAddress: String?, until: Int64,
        deliver: @escaping @Sendable (FinderEvent) -> Void
    ) {
        self.inbox = inbox
        self.registry = registry
        self.busAddress = busAddress
        self.until = until
        self.deliver = deliver
    }

    mutating func run() {
        connect()
        while !isOver {
            let news = inbox.wait(until: min(until, retryAt ?? .max))
            for item in news where !isOver { take(item) }
            let now = BusLoop.now()
            if now >= until { isOver = true }
            if let retryAt, now >= retryAt, !isOver { connect() }
        }
        finish()
    }

    private mutating func connect() {
        turn += 1
        retryAt = nil
        searching = []
        let (inbox, turn) = (inbox, turn)
        let bus = Bus(address: busAddress) { inbox.post(.ended(turn, $0)) }
        self.bus = bus
        holds = [BlueZ.signals, BlueZ.owner].map { rule in bus.listen(to: rule) { inbox.post(.signal(turn, $0)) } }
        askForAll()
    }

    private func askForAll() {
        bus?.call(BlueZ.everything) { [inbox, turn] in inbox.post(.objects(turn, $0)) }
    }

    private mutating func take(_ news: BlueZNews) {
        switch news {
        case .stop: isOver = true
        case .objects(turn, .success(let objects)):
            tell(registry.reset(objects))
            searchOn()
        case .objects(turn, .failure(let fault)): stumble(over: fault)
        case .signal(turn, let signal): take(signal)
        case .discovering(turn, .failure(let fault)):
            // Where another program searches, it finds for us as well.
            if let trouble = FinderTrouble(fault) { tell(trouble.refined) }
        case .ended(turn, let fault): lose(fault)
        case .objects, .signal, .discovering, .ended, .stopped: break
        }
    }

    private mutating func take(_ signal: BusSignal) {
        guard signal.interface != BlueZ.bus else { return follow(owner: signal.arguments.last?.text ?? "") }
        tell(registry.take(signal))
        searchOn()
    }

    /// BlueZ came or went.
    private mutating func follow(owner: String) {
        searching = []
        guard owner.isEmpty else { return askForAll() }
        tell(registry.clear())
        tell(.serviceLost)
    }

    /// The call for all objects failed. Without a bus there is nothing to wait for.
    private mutating func stumble(over fault: BusFault) {
        guard fault != .closed else { return }
        tell(FinderTrouble(fault) ?? .serviceMissing)
        switch fault {
        case .unreachable, .libraryMissing: isOver = turn == 1
        default: break
        }
    }

    private mutating func lose(_ fault: BusFault) {
        tell(registry.clear())
        tell(FinderTrouble(fault) ?? .serviceLost)
        holds = []
        searching = []
        bus = nil
        retryAt = BusLoop.now() + Self.pause
    }

    /// Lets each adapter search that is on and doesn't yet, and tells what is in the way.
    private mutating func searchOn() {
        let powered = registry.poweredAdapters
        searching.formIntersection(powered)
        if let trouble = registry.trouble { return tell(trouble.refined) }
        if trouble != .permissionDenied { endTrouble() }
        for adapter in powered where searching.insert(adapter).inserted { discover(adapter) }
    }

    private func discover(_ adapter: String) {
        bus?.call(BlueZ.adapter(adapter, "SetDiscoveryFilter", [BlueZ.classicOnly])) { _ in }
        bus?.call(BlueZ.adapter(adapter, "StartDiscovery")) { [inbox, turn] in
            inbox.post(.discovering(turn, $0))
        }
    }

    private func tell(_ events: [FinderEvent]) { events.forEach(deliver) }

    /// One thing at a time stands in the way: the latest.
    private mutating func tell(_ trouble: FinderTrouble) {
        guard trouble != self.trouble else { return }
        endTrouble()
        self.trouble = trouble
        deliver(.trouble(trouble))
    }

    private mutating func endTrouble() {
        guard let trouble else { return }
        self.trouble = nil
        deliver(.untroubled(trouble))
    }

    /// Gives the radio back before anybody connects.
    private mutating func finish() {
        holds = []
        let stopping = searching.count
        for adapter in searching {
            bus?.call(BlueZ.adapter(adapter, "StopDiscovery"), timeout: Self.farewell) { [inbox] _ in
                inbox.post(.stopped)
            }
        }
        var stopped = 0
        while stopped < stopping {
            stopped += inbox.wait(until: nil).count { if case .stopped = $0 { true } else { false } }
        }
        bus?.close()
        deliver(.done)
    }
}
