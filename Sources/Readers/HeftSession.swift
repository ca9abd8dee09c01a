import Heft
public import Payments
public import Time

/// The till's side of a conversation with a HEFT reader, on a link that is open: bytes in, bytes and events out.
/// A value: no clock, no I/O, no randomness, no secret.
///
///     fresh ──initialise──▶ initialising ──I001, L001──▶ ready ──sale, fetch, service──▶ operating ──answer──▶ ready
///       any state ──link lost, rule broken, deadline, disconnect──▶ closed, for good
///
/// The one departure from the protocol's habits: the last frame of an operation's answer is acknowledged when the
/// answer stands in the journal (`.acknowledgeResult`), not before. A till that dies in between leaves the result
/// with the reader, which then still holds it. *own choice*
public struct HeftSession: ReaderSession, Hashable {
    enum Phase: Hashable, Sendable {
        /// The link is open and nothing was said. Our move.
        case fresh
        /// I000 is out, in its long or short form; I001 ends this.
        case initialising(Initialising)
        /// L000 is out; L001 ends this.
        case settingLogLevel(ReaderDetails, until: Uptime)
        /// Introduced, nothing running. Our move.
        case ready
        /// An operation runs; its own answer, the link's end or a deadline ends it.
        case operating(HeftOperation)
        /// Over for good.
        case closed
    }

    struct Initialising: Hashable, Sendable {
        var clock: CivilTime
        var isShortForm: Bool
        var until: Uptime
    }

    var phase = Phase.fresh
    var receiver = LinkReceiver()
    var sender: LinkSender
    var host = HostLink()
    /// The frame on its way has to be acknowledged by then.
    var acknowledgementDue: Uptime?
    /// The rest of a message that has begun is due by then.
    var restDue: Uptime?
    var acknowledgement = Acknowledgement.none
    /// A cancel that must not fall between the frames of a message.
    var cancelIsQueued = false
    var signatureCount = 0
    var noise = Noise()
    let identity: Identity
    /// What the reader's log is set to when it is connected.
    let logLevel: LogLevel

    /// What the reader is owed for its latest good frame.
    enum Acknowledgement: Hashable, Sendable {
        case none
        case due
        /// The frame ended an operation's answer: waits for `.acknowledgeResult`.
        case held
    }

    /// What the till calls itself in I000.
    public struct Identity: Hashable, Sendable {
        public var name: String
        public var version: String

        public init(name: String, version: String) {
            self.name = name
            self.version = version
        }
    }

    /// - Parameter logLevel: `full` is what the vendor's own software sets. Source: heft.md 3.3. *seen*
    public init(identity: Identity, logLevel: LogLevel = .full) {
        self.identity = identity
        self.logLevel = logLevel
        sender = LinkSender()
        sender.maxFrame = HeftLimits.frameBeforeInit
    }

    /// When `.deadline` has to come at the latest; nil where the session waits for nothing.
    public var nextDeadline: Uptime? {
        [acknowledgementDue, restDue, phaseDeadline, host.nextDeadline].compactMap(\.self).min()
    }

    /// Whether the session is over.
    public var isClosed: Bool { phase == .closed }

    public mutating func handle(_ input: ReaderInput, at now: Uptime) -> [ReaderEffect] {
        guard phase != .closed else { return [] }
        switch input {
        case .command(let command): return obey(command, at: now)
        case .received(let bytes): return take(bytes, at: now)
        case .linkClosed: return close(.linkLost)
        case .host(let input): return carryOut(host.handle(input, at: now), at: now)
        case .deadline: return checkDeadlines(at: now)
        }
    }

    private var phaseDeadline: Uptime? {
        switch phase {
        case .fresh, .ready, .closed: nil
        case .initialising(let step): step.until
        case .settingLogLevel(_, let until): until
        case .operating(let operation): operation.nextDeadline
        }
    }
}

/// Bytes between frames that belong to nothing: counted, and the link's first bytes kept to name what else is talking.
struct Noise: Hashable, Sendable {
    var count = 0
    private(set) var firstBytes: [UInt8] = []

    mutating func sample(_ bytes: [UInt8]) {
        firstBytes += bytes.prefix(max(0, 16 - firstBytes.count))
    }
}
