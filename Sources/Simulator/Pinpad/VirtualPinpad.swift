import Acquirer
public import Datecs
import EMV
public import Time
import Wire

/// A Datecs pinpad without a card slot: the device side of the payment application. Source: datecs.md 17.
public struct VirtualPinpad: VirtualReader {
    enum State: Hashable, Sendable {
        /// Nothing runs. The host moves next, with a command.
        case idle
        /// A transaction runs; its stage says who moves next. It ends in `result`, or in `idle` when the link breaks.
        case working(PinpadWork)
        /// COMPLETE is out. The host moves next, with END; then, or when it doesn't come, `idle`.
        case result(LogRecord, until: Uptime)
    }

    /// Source: datecs.md 17.
    static let cardWait = Duration.seconds(60)
    /// For the choice of an application, and for a PIN.
    static let inputWait = Duration.seconds(30)
    static let endWait = Duration.seconds(15)
    /// After END, and from then on. Source: datecs.md 14.
    static let restartDelay = Duration.seconds(1)
    static let restartTime = Duration.seconds(5)

    public let settings: PinpadSettings
    var state = State.idle
    var log = PinpadLog()
    /// Payments whose end this reader did not see: each is reversed before the next transaction.
    var owed: [PinpadFacts] = []
    /// STANs of approved payments that no host has confirmed.
    var unconfirmed: [Int] = []
    var nextSTAN: Int
    /// The number of the batch that is open.
    public internal(set) var batch: Int
    var demand: Demand
    var refusesSilently: Bool
    var hosts: PinpadHosts
    var clock = ReaderClock()
    var isLinked = false
    /// When a restart begins, whether a host is there or not; until `awayUntil` nothing answers then.
    var leavesAt: Uptime?
    var awayUntil: Uptime?
    private var deframer = Deframer()
    private var gapDeadline: Uptime?
    private var effects: [ReaderEffect] = []

    public init(settings: PinpadSettings) {
        self.settings = settings
        nextSTAN = settings.firstSTAN
        batch = settings.firstBatch
        hosts = PinpadHosts(settings)
        refusesSilently = settings.quirks.contains(.dayDueSilently)
        demand =
            settings.quirks.contains(.dayDue) ? .endOfDay : settings.quirks.contains(.updateDue) ? .update : .none
    }

    public var isResultPending: Bool {
        if case .result(let record, _) = state, record.counts { return true }
        return !owed.isEmpty || !unconfirmed.isEmpty
    }

    /// What GET PINPAD STATUS would give. A reversal goes before a hung result. *own choice*
    public var status: PinpadStatus {
        PinpadStatus(pending: !owed.isEmpty ? .reversal : !unconfirmed.isEmpty ? .hung : .none, demand: currentDemand)
    }

    /// A full log wants the day closed too.
    var currentDemand: Demand { log.isFull ? .endOfDay : demand }

    /// All receipts of the log, the oldest first.
    public var records: [Record] { log.records.map { $0.receipt(settings) } }

    public var nextDeadline: Uptime? {
        let own: Uptime? =
            switch state {
            case .idle: nil
            case .working(let work): work.deadline
            case .result(_, let until): until
            }
        return [own, gapDeadline, leavesAt].compactMap(\.self).min()
    }

    public mutating func handle(_ input: ReaderInput, at now: Uptime) -> [ReaderEffect] {
        switch input {
        case .opened: open(at: now)
        case .received(let bytes): if isLinked { receive(bytes, at: now) }
        case .closed: linkLost(at: now)
        case .networked(let bytes): call(.networked(bytes), at: now)
        case .tick: break
        }
        meetDeadlines(at: now)
        defer { effects = [] }
        return effects
    }

    private mutating func open(at now: Uptime) {
        linkLost(at: now)
        if let awayUntil, now < awayUntil {
            effects += [.event("still restarting"), .close]
            return
        }
        awayUntil = nil
        isLinked = true
        say("link opened")
    }

    private mutating func receive(_ bytes: [UInt8], at now: Uptime) {
        deframer.push(bytes)
        takeFrames(at: now)
        gapDeadline = deframer.isInsideFrame ? now + .seconds(Frame.longestGapSeconds) : nil
    }

    /// Bad frames get no answer. *own choice* (datecs.md 4)
    private mutating func takeFrames(at now: Uptime) {
        while let unit = deframer.next()?.unit, isLinked {
            guard case .frame(let message) = unit else { continue }
            let mark = effects.count
            take(message, at: now)
            if settings.quirks.contains(.eventsFirst) { letEventOvertake(from: mark) }
        }
    }

    private mutating func letEventOvertake(from mark: Int) {
        let sends = effects.indices.filter { index in
            if case .send = effects[index] { index >= mark } else { false }
        }
        if sends.count > 1 { effects.swapAt(sends[0], sends[1]) }
    }

    private mutating func meetDeadlines(at now: Uptime) {
        if let due = gapDeadline, due <= now {
            gapDeadline = nil
            deframer.endOfStream()
            takeFrames(at: now)
            deframer = Deframer()
        }
        if let due = leavesAt, due <= now {
            leavesAt = nil
            awayUntil = now + Self.restartTime
            breakLink("restarting", at: now)
        }
        while let due = stateDeadline, due <= now { timeUp(at: now) }
    }

    private var stateDeadline: Uptime? {
        switch state {
        case .idle: nil
        case .working(let work): work.deadline
        case .result(_, let until): until
        }
    }

    func stamp(at now: Uptime) -> CivilTime { clock.time(at: now) }
}

extension VirtualPinpad {
    /// For a person who watches.
    mutating func say(_ line: String) { effects.append(.event(line)) }

    mutating func reply(_ status: Status = .ok, _ content: Reply.Content = .nothing) {
        send(.reply(Reply(status, content)))
    }

    mutating func tell(_ event: Event) { send(.event(event)) }

    /// What the reader's screen says.
    mutating func show(_ message: DisplayMessage) {
        if !settings.quirks.contains(.silentScreen) { tell(.display(message)) }
    }

    mutating func dial(_ bytes: [UInt8]) { effects.append(.call(bytes)) }

    private mutating func send(_ packet: Packet) {
        guard isLinked else { return }
        effects.append(.send(FrameEncoder.frame(packet.message)))
    }

    /// Puts all that is sent now into one.
    mutating func glue() {
        var sent: [UInt8] = []
        effects.removeAll { effect in
            guard case .send(let bytes) = effect else { return false }
            sent += bytes
            return true
        }
        effects.append(.send(sent))
    }

    /// Gives the link up from this side.
    mutating func breakLink(_ reason: String, at now: Uptime) {
        guard isLinked else { return }
        say("link given up: \(reason)")
        effects.append(.close)
        linkLost(at: now)
    }

    /// What is on its way when the link breaks is lost, a frame that has begun included.
    mutating func forgetLink() {
        isLinked = false
        deframer = Deframer()
        gapDeadline = nil
    }
}
