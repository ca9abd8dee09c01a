import Datecs
import Payments
public import Time

/// The till's side of a conversation with a Datecs pinpad, on a link that is open: bytes in, bytes and events out.
/// A value: no clock, no I/O, no randomness.
///
///     fresh ──initialise──▶ introducing ──details──▶ ready ──start──▶ marking ──proceed──▶ paying ──COMPLETE──▶ ready
///                                                      ├──fetch──▶ recovering ──log read──▶ ready
///                                                      ├──serve──▶ serving ──COMPLETE──▶ ready
///                                                      └──serve──▶ enquiring ──last answer──▶ ready
///       any state ──link lost, reader silent, disconnect──▶ closed, for good
///
/// One command is in flight; its reply doesn't name it. Events come at any time, also before the reply. A payment's last
/// word, TRANSACTION END, waits for `.acknowledgeResult`: the result is on disk before the reader is told that it may
/// forget it. Source: datecs.md 4, 12.
public struct DatecsSession: ReaderSession, Hashable {
    enum Phase: Hashable, Sendable {
        /// The link is open and nothing was said. Our move.
        case fresh
        /// Asking the reader who it is; each reply brings the next question.
        case introducing(DatecsIntroduction)
        /// Introduced, nothing running. Our move.
        case ready
        /// Asking how far the log goes before a payment, then waiting for `.proceed`; the reader was told nothing.
        case marking(DatecsMarking)
        /// A transaction runs: COMPLETE ends it, or its time.
        case paying(ReaderRequest)
        /// Finding out what the reader still holds; each answer brings the next question.
        case recovering(DatecsRecovery)
        /// Something besides payments.
        case serving(DatecsService)
        /// Asking what a service wants to know; each answer brings the next question.
        case enquiring(DatecsEnquiry)
        /// Over for good.
        case closed
    }

    var phase = Phase.fresh
    var deframer = Deframer()
    var line = DatecsLine()
    /// The transaction that the reader works on.
    var run: TransactionRun?
    var host = DatecsHostLink()
    /// What the reader takes in one RECEIVE DATA.
    var mtu = Frame.initialMTU
    /// What the reader is told once the result stands in the journal.
    var endOwed: TransactionEnd?
    /// The rest of a frame that has begun is due by then.
    var restDue: Uptime?
    var noise = Noise()

    public init() {}

    public var nextDeadline: Uptime? {
        [line.nextDeadline, restDue, run?.nextDeadline, phaseDeadline].compactMap(\.self).min()
    }

    public var isClosed: Bool { phase == .closed }

    public mutating func handle(_ input: ReaderInput, at now: Uptime) -> [ReaderEffect] {
        guard phase != .closed else { return [] }
        let effects: [ReaderEffect]
        switch input {
        case .command(let command): effects = obey(command, at: now)
        case .received(let bytes): effects = take(bytes, at: now)
        case .linkClosed: effects = close(.linkLost)
        case .host(let input): effects = carryOut(host.handle(input), at: now)
        case .deadline: effects = checkDeadlines(at: now)
        }
        return effects + (phase == .closed ? [] : pump(at: now))
    }

    private var phaseDeadline: Uptime? {
        if case .recovering(let recovery) = phase { recovery.nextDeadline } else { nil }
    }
}
