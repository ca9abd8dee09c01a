public import Ports
import Threads
public import Time

/// A way to the sandbox without sockets and threads: what is sent waits in one queue until `pump` moves it, and an
/// answer that takes its time is held until the clock says so. Stands beside the readers' loopback in a test's world.
public final class SandboxLoopback: HTTPSender {
    private typealias Deliver = @Sendable (Result<HTTPAnswer, LinkFault>) -> Void

    private struct Asked {
        var request: SandboxRequest
        var timeout: Duration
        var deliver: Deliver
    }

    private struct Held {
        var due: Uptime
        var result: Result<HTTPAnswer, LinkFault>
        var deliver: Deliver
    }

    private struct World {
        var asked: [Asked] = []
        /// In the order in which they are due.
        var held: [Held] = []
    }

    private let desk: SandboxDesk
    private let clock: any TimeSource
    private let world = Locked(World())

    /// - Parameter clock: a virtual one in tests.
    public init(_ desk: SandboxDesk, clock: any TimeSource) {
        self.desk = desk
        self.clock = clock
    }

    /// Every address leads to the one sandbox.
    public func send(
        _ request: HTTPRequest, timeout: Duration,
        deliver: @escaping @Sendable (Result<HTTPAnswer, LinkFault>) -> Void
    ) {
        let asked = Asked(request: SandboxRequest(request), timeout: timeout, deliver: deliver)
        world.withLock { $0.asked.append(asked) }
    }

    /// When an answer is due that is held; `pump` then, or later.
    public var nextDeadline: Uptime? { world.withLock { $0.held.first?.due } }

    /// Moves everything that waits and is due.
    /// - Returns: whether anything moved.
    @discardableResult
    public func pump() -> Bool {
        var moved = false
        while pumpOnce() { moved = true }
        return moved
    }

    /// Moves one thing.
    /// - Returns: false where nothing waits.
    @discardableResult
    public func pumpOnce() -> Bool {
        let now = clock.uptime()
        if let asked = world.withLock({ $0.asked.isEmpty ? nil : $0.asked.removeFirst() }) {
            hold(asked, at: now)
            return true
        }
        let due = world.withLock { world in
            world.held.first.map { $0.due <= now } == true ? world.held.removeFirst() : nil
        }
        guard let due else { return false }
        due.deliver(due.result)
        return true
    }

    /// Asks the sandbox, and keeps what it says until it would have arrived.
    private func hold(_ asked: Asked, at now: Uptime) {
        let answer = desk.answer(asked.request)
        let held = Held(
            due: now + min(answer.delay, asked.timeout), result: answer.arriving(within: asked.timeout),
            deliver: asked.deliver)
        world.withLock { world in
            let place = world.held.firstIndex { $0.due > held.due } ?? world.held.count
            world.held.insert(held, at: place)
        }
    }
}

extension SandboxAnswer {
    fileprivate func arriving(within timeout: Duration) -> Result<HTTPAnswer, LinkFault> {
        if delay >= timeout { return .failure(LinkFault(.timedOut)) }
        if isDropped { return .failure(LinkFault(.lost)) }
        return .success(HTTPAnswer(status: status, body: body))
    }
}
