import Payments
public import Time

/// A session with a reader whose protocol isn't known: asks which it is, then is a session of that protocol. Nothing but
/// the question is sent before that.
public struct DetectingSession: ReaderSession {
    private enum Phase: Sendable {
        case fresh
        case asking(ProtocolProbe, clock: CivilTime)
        case speaking(any ReaderSession)
        case closed
    }

    private var phase = Phase.fresh
    private let heft: HeftSession

    /// - Parameter heft: a fresh session for a reader that turns out to speak HEFT.
    public init(heft: HeftSession) { self.heft = heft }

    public var nextDeadline: Uptime? {
        switch phase {
        case .fresh, .closed: nil
        case .asking(let probe, _): probe.due
        case .speaking(let session): session.nextDeadline
        }
    }

    public var isClosed: Bool {
        switch phase {
        case .fresh, .asking: false
        case .speaking(let session): session.isClosed
        case .closed: true
        }
    }

    public mutating func handle(_ input: ReaderInput, at now: Uptime) -> [ReaderEffect] {
        switch phase {
        case .closed: return []
        case .speaking(var session):
            let effects = session.handle(input, at: now)
            phase = .speaking(session)
            return effects
        case .fresh, .asking: return detect(input, at: now)
        }
    }

    private mutating func detect(_ input: ReaderInput, at now: Uptime) -> [ReaderEffect] {
        switch (input, phase) {
        case (.command(.initialise(let clock)), .fresh):
            phase = .asking(ProtocolProbe(at: now), clock: clock)
            return [.send(ProtocolProbe.question)]
        case (.received(let bytes), .asking(var probe, let clock)):
            let verdict = probe.take(bytes)
            phase = .asking(probe, clock: clock)
            return verdict.map { decide($0, clock, at: now) } ?? []
        case (.deadline, .asking(let probe, let clock)) where probe.due <= now:
            return decide(probe.verdict, clock, at: now)
        case (.linkClosed, _): return close(.linkLost)
        case (.command(.disconnect), _): return close(nil)
        default: return []  // nothing can be asked of a reader before it has introduced itself
        }
    }

    private mutating func decide(
        _ verdict: ProtocolProbe.Verdict, _ clock: CivilTime, at now: Uptime
    ) -> [ReaderEffect] {
        switch verdict {
        case .speaks(.heft): phase = .speaking(heft)
        case .speaks(.datecs): phase = .speaking(DatecsSession())
        case .somethingElse(let bytes): return close(.otherProtocol(firstBytes: bytes))
        }
        return handle(.command(.initialise(clock: clock)), at: now)
    }

    private mutating func close(_ fault: ReaderFault?) -> [ReaderEffect] {
        phase = .closed
        return [.closeLink, .event(.closed(fault))]
    }
}
