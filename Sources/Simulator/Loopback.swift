public import Acquirer
public import Payments
public import Ports
import Threads
public import Time

/// A virtual reader and its acquirer in this process, without threads: whatever is sent waits in one queue until `pump`
/// moves it, so that a test decides when anything happens and sees the same order every time.
public final class Loopback: LinkOpener, Sendable {
    let world: Locked<LoopbackWorld>
    private let clock: any TimeSource

    /// - Parameter clock: gives `now` for the reader; a virtual one in tests.
    public init(
        reader: any VirtualReader, acquirer: AcquirerDesk, clock: any TimeSource, faults: FaultPlan = .none
    ) {
        world = Locked(LoopbackWorld(reader: reader, acquirer: acquirer, faults: faults))
        self.clock = clock
    }

    /// Every address leads to the one reader. A second link takes the reader away from the first.
    public func open(_ address: ReaderAddress, deliver: @escaping @Sendable (LinkEvent) -> Void) -> any Link {
        let id = world.withLock { $0.openLink(deliver) }
        return LoopbackLink(id: id, world: world, kind: .reader, clock: clock)
    }

    /// The way to the acquirer, for the host link.
    public var hostConnector: LoopbackHostConnector { LoopbackHostConnector(world: world, clock: clock) }

    /// When the reader does something by itself, or late bytes arrive; `pump` then, or later.
    public var nextDeadline: Uptime? { world.withLock { $0.nextDeadline } }

    /// The reader as it stands.
    public var reader: any VirtualReader { world.withLock { $0.reader } }

    /// The reader, where it is a pinpad.
    public var pinpad: VirtualPinpad? { reader as? VirtualPinpad }

    /// What the reader has told, for a person who watches.
    public var told: [String] { world.withLock { $0.told } }

    /// Replaces what is still to go wrong.
    public func plan(_ faults: FaultPlan) { world.withLock { $0.faults = faults } }

    /// Breaks the link from outside, as pulling a cable does.
    public func cut() { world.withLock { $0.cut() } }

    /// Moves everything that waits, and whatever that sets off, until nothing is left to do at this time.
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
        guard let delivery = world.withLock({ $0.next(at: now) }) else { return false }
        if case .outside(let deliver, let event) = delivery { deliver(event) }
        return true
    }
}

/// One end of a loopback stream.
final class LoopbackLink: Link {
    enum Kind: Sendable {
        case reader, acquirer
    }

    private let id: Int
    private let world: Locked<LoopbackWorld>
    private let kind: Kind
    private let clock: any TimeSource

    init(id: Int, world: Locked<LoopbackWorld>, kind: Kind, clock: any TimeSource) {
        self.clock = clock
        self.id = id
        self.world = world
        self.kind = kind
    }

    func send(_ bytes: [UInt8]) {
        let now = clock.uptime()
        world.withLock { kind == .reader ? $0.hostSends(bytes, on: id, at: now) : $0.hostCalls(bytes, on: id) }
    }

    func close() {
        world.withLock { kind == .reader ? $0.hostCloses(id) : $0.hostHangsUp(id) }
    }
}

/// Connects the host link to the acquirer of a loopback, whatever the address.
public struct LoopbackHostConnector: HostConnector {
    let world: Locked<LoopbackWorld>
    let clock: any TimeSource

    public func connect(
        to host: HostEndpoint, security: HostSecurity, timeout: Duration,
        deliver: @escaping @Sendable (LinkEvent) -> Void
    ) -> any Link {
        let id = world.withLock { $0.openCall(deliver) }
        return LoopbackLink(id: id, world: world, kind: .acquirer, clock: clock)
    }
}
