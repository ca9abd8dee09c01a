public import Checkout
public import Crypto
import Payments
public import Ports
import Threads
public import Time

/// Sells: takes intents, talks to the reader, keeps the journal, tells what happens.
///
/// One mailbox, one loop. Everything that happens outside comes in as a message; a message is a step of the checkout
/// machine; a step is written to the journal and then performed. `start` runs the loop on a thread of its own; a test
/// calls `pump` instead and moves the clock itself.
///
///     let engine = try TillEngine(ports: ports, settings: settings) { event in print(event) }
///     engine.start()
///     engine.submit(.connect(uri: "tcp://127.0.0.1:4000", address: address))
///     engine.submit(.pay(PaymentOrder(money: money)))      // after `.ready`
///
/// All methods may be called from any thread; `listener` is called on the engine's.
public final class TillEngine: Sendable {
    private let mailbox = Mailbox<EngineMessage>()
    private let ended = Mailbox<Bool>()
    private let core: Locked<EngineCore>
    private let latest: Locked<CheckoutSnapshot>
    private let time: any TimeSource

    /// Reads the journal for what is unresolved.
    /// - Parameters:
    ///   - listener: gets every event, in order.
    ///   - watcher: gets the snapshot after each step, on the engine's thread. For a console that repaints.
    /// - Throws: `JournalFault` where the journal can't be read.
    public init(
        ports: EnginePorts, settings: EngineSettings,
        watcher: @escaping @Sendable (CheckoutSnapshot) -> Void = { _ in },
        listener: @escaping @Sendable (EngineEvent) -> Void
    ) throws(JournalFault) {
        let latest = Locked(CheckoutSnapshot(training: settings.training))
        let mailbox = mailbox
        let history = try EngineCore.payments(in: ports.journal)
        let authority = try EngineCore.authority(ports, settings)
        core = Locked(
            EngineCore(
                ports: ports, settings: settings, payments: history, authority: authority,
                post: { mailbox.post($0) }, listener: listener,
                publish: { snapshot in
                    latest.withLock { $0 = snapshot }
                    watcher(snapshot)
                }))
        self.latest = latest
        time = ports.time
    }

    /// What is the case now, newest wins.
    public var snapshot: CheckoutSnapshot { latest.withLock { $0 } }

    /// Hands an intent over; what becomes of it is told by events.
    /// - Parameter pin: for the intents that take one.
    public func submit(_ intent: Intent, pin: Secret? = nil) { mailbox.post(.intent(intent, pin: pin)) }

    /// Runs the loop on a thread of its own until `stop`.
    /// - Returns: false where the system has no thread left.
    @discardableResult
    public func start() -> Bool {
        startThread { [self] in
            while handle(mailbox.wait(until: nextDeadline.map(time.nanoseconds))) {}
            while !isFlushed { _ = handle(mailbox.wait(until: nil)) }
            ended.post(true)
        }
    }

    /// Ends the loop and gives the links up, once their last bytes are handed over. A payment that runs is left to the
    /// journal and the reader.
    /// - Parameter limit: how long to wait at most for the last bytes.
    public func stop(within limit: Duration = .seconds(1)) {
        mailbox.post(.stop)
        _ = ended.wait(until: time.nanoseconds(of: time.uptime()) + limit.nanoseconds)
    }

    /// Nothing that was sent is still on its way to a link.
    var isFlushed: Bool { core.withLock { $0.isFlushed } }

    /// Handles what has arrived and what is due, without waiting: the loop of tests.
    /// - Returns: whether anything had arrived or was due.
    @discardableResult
    public func pump() -> Bool {
        let messages = mailbox.takeAll()
        let isDue = nextDeadline.map { $0 <= time.uptime() } ?? false
        guard !messages.isEmpty || isDue else { return false }
        _ = handle(messages)
        return true
    }

    /// When the engine has to act at the latest if nothing comes.
    public var nextDeadline: Uptime? { core.withLock { $0.nextDeadline } }

    /// - Returns: false when the loop ends.
    private func handle(_ messages: [EngineMessage]) -> Bool {
        core.withLock { core in
            for message in messages {
                if case .stop = message {
                    core.closeReaderLink()
                    return false
                }
                core.handle(message)
            }
            core.handleDeadline()
            return true
        }
    }
}
