import Acquirer
import Crypto
import Heft
import Markup
import Payments
public import Time

/// A HEFT card reader without a card slot.
public struct VirtualHeftReader: VirtualReader {
    public typealias Input = ReaderInput
    public typealias Effect = ReaderEffect

    enum State: Hashable, Sendable {
        /// Nothing runs. The host moves next, with a command.
        case idle
        /// An operation follows its script; `Operation.waiting` says who moves next. It ends in `answering`, or
        /// in `idle` when the link breaks.
        case working(Operation)
        /// The operation is over and its answer is on the way. The host acknowledges it, or it is kept; `idle` is next.
        case answering(KeptResult)
        /// Codes are read; the host, the time or the last code of a single scan ends it.
        case scanning(Scan)
    }

    static let applicationName = "Virtual"

    public let settings: ReaderSettings
    var state = State.idle
    var link: ReaderLink?
    /// Given by the next F070.
    var kept: KeptResult?
    /// Sales whose end this reader did not see: each is reversed before the next F070 is answered.
    var owed: [TransactionFacts] = []
    var clock = ReaderClock()
    var random: SplitMix64
    var number = 0
    var log = ReaderLog()
    /// The last number of the application's version.
    var applicationMinor: UInt8 = 7
    /// Restarting after an update: until then nothing answers.
    var restartUntil: Uptime?
    /// It restarts as soon as the host has the answer to its update.
    var restartsAfterAnswer = false
    private var effects: [Effect] = []

    public init(settings: ReaderSettings) {
        self.settings = settings
        random = SplitMix64(seed: settings.seed)
    }

    /// It holds the result of a sale that no host has acknowledged.
    public var isResultPending: Bool { kept != nil || !owed.isEmpty }

    /// When `tick` is due.
    public var nextDeadline: Uptime? {
        let operation = if case .working(let operation) = state { operation.deadline } else { nil as Uptime? }
        let scan = if case .scanning(let scan) = state { scan.deadline } else { nil as Uptime? }
        return [operation, scan, link?.acknowledgementDeadline].compactMap(\.self).min()
    }

    public mutating func handle(_ input: Input, at now: Uptime) -> [Effect] {
        switch input {
        case .opened: open(at: now)
        case .received(let bytes): receive(bytes, at: now)
        case .closed: linkLost(at: now)
        case .tick, .networked: break
        }
        meetDeadlines(at: now)
        defer { effects = [] }
        return effects
    }

    mutating func emit(_ effect: Effect) {
        effects.append(effect)
        if case .event(let line) = effect { log.note(line) }
    }

    private mutating func open(at now: Uptime) {
        linkLost(at: now)
        guard !isAway(at: now) else {
            effects += [.event("still restarting"), .close]
            return
        }
        link = ReaderLink(refusals: settings.quirks.contains(.nakStorm) ? LinkSender.maxAttempts - 1 : 0)
        emit(.event("link opened"))
    }

    /// Sends a message, at once or when those before it have been acknowledged.
    mutating func send(_ packet: Packet, for purpose: ReaderLink.Purpose, at now: Uptime) {
        link?.enqueue(settings.quirks.contains(.prettyXML) ? packet.pretty : packet, for: purpose)
        flush(at: now)
    }

    /// Gives the link up from this side.
    mutating func breakLink(_ reason: String, saysGoodbye: Bool = false, at now: Uptime) {
        guard link != nil else { return }
        emit(.event("link given up: \(reason)"))
        if saysGoodbye { emit(.send(LinkControl.eot.bytes)) }
        emit(.close)
        linkLost(at: now)
    }

    private mutating func receive(_ bytes: [UInt8], at now: Uptime) {
        for input in link?.receive(bytes) ?? [] where link != nil {
            take(input, at: now)
            flush(at: now)
        }
        if settings.quirks.contains(.splitAcks) { splitAcknowledgements() }
    }

    /// Acknowledgements go behind everything else, one byte at a time.
    private mutating func splitAcknowledgements() {
        guard !effects.contains(.close) else { return }
        let acknowledgement = Effect.send(LinkControl.ack.bytes)
        let count = effects.count { $0 == acknowledgement }
        effects.removeAll { $0 == acknowledgement }
        for _ in 0..<count { effects += LinkControl.ack.bytes.map { .send([$0]) } }
    }

    private mutating func take(_ input: LinkInput, at now: Uptime) {
        switch input {
        case .acknowledge:
            link?.frameArrived()
            emit(.send(LinkControl.ack.bytes))
        case .reject: emit(.send(LinkControl.nak.bytes))
        case .message(.success(let message)): take(message, at: now)
        case .message(.failure): emit(.event("a message whose length lies"))
        case .ack: link?.acknowledged().map { delivered($0, at: now) }
        case .nak: if link?.rejected() == false { breakLink("refused three times", saysGoodbye: true, at: now) }
        case .noise(let count): if link?.skipped(count) == false { breakLink("noise", at: now) }
        case .enq, .eot, .unknownControl: breakLink("the host broke off", at: now)
        }
    }

    private mutating func flush(at now: Uptime) {
        while let frame = link?.nextFrame(at: now) { emit(.send(frame)) }
    }

    private mutating func meetDeadlines(at now: Uptime) {
        if let due = link?.acknowledgementDeadline, due <= now {
            breakLink("no acknowledgement", at: now)
        }
        if case .working(let operation) = state, let due = operation.deadline, due <= now {
            work(.timeUp, at: now)
        }
        scanIfDue(at: now)
    }
}
