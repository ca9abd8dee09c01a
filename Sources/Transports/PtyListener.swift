import CPosix
import Glibc
public import Ports
import Threads

/// A virtual serial line: a pty of which this process has the reader's side. A new link each time a till opens the
/// other side; the line itself stays as long as the listener does.
public final class PtyListener: LinkListener {
    public let uri: String
    private let pty: Int32
    private let path: String
    private let wakeUp: Int32
    /// Readable when somebody opens the other side; -1 where the system has no watches left.
    private let watch: Int32
    private let state = Locked(State())

    private struct State {
        var isStopped = false
        var link: StreamLink?
    }

    public init() throws(LinkFault) {
        pty = cposix_open_pty()
        guard pty >= 0 else { throw LinkFault(errno: errno) }
        var name = [CChar](repeating: 0, count: 128)
        guard cposix_pty_path(pty, &name, name.count) == 0 else {
            let failure = errno
            close(pty)
            throw LinkFault(errno: failure)
        }
        path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        uri = "serial://" + path
        _ = fcntl(pty, F_SETFL, O_NONBLOCK)
        Self.hangUp(path)
        wakeUp = cposix_eventfd()
        watch = cposix_watch_opens(path)
    }

    deinit {
        for descriptor in [pty, wakeUp, watch] where descriptor >= 0 { close(descriptor) }
    }

    public func start(_ accept: @escaping @Sendable (any Link) -> @Sendable (LinkEvent) -> Void) {
        startThread { self.serve(accept) }
    }

    public func stop() {
        let link = state.withLock { state in
            state.isStopped = true
            return state.link
        }
        link?.close()
        cposix_wake(wakeUp)
    }

    private var isStopped: Bool { state.withLock { $0.isStopped } }

    private func serve(_ accept: @Sendable (any Link) -> @Sendable (LinkEvent) -> Void) {
        while awaitOpening() {
            let link = StreamLink()
            let deliver = accept(link)
            state.withLock { $0.link = link }
            if isStopped { link.close() }
            link.run(Descriptor(number: pty, kind: .pty), deliver: deliver)
            if link.outbox.isGivenUp, !awaitHangUp() { return }
        }
    }

    /// - Returns: false when it was stopped instead.
    private func awaitOpening() -> Bool {
        while !isStopped {
            cposix_drain_watch(watch)
            if !isHungUp { return true }
            wait(for: watch, atMost: watch < 0 ? Self.interval : -1)
        }
        return false
    }

    /// Waits for the till whose link was given up, and throws away what it still sends.
    private func awaitHangUp() -> Bool {
        while !isStopped {
            if case .ended = Descriptor(number: pty, kind: .pty).read() { return true }
            wait(for: pty, atMost: -1)
        }
        return false
    }

    private func wait(for descriptor: Int32, atMost milliseconds: Int32) {
        var polled = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0),
        ]
        poll(&polled, 2, milliseconds)
    }

    /// True while no till has the other side open.
    private var isHungUp: Bool {
        var polled = pollfd(fd: pty, events: 0, revents: 0)
        return poll(&polled, 1, 0) > 0 && polled.revents & Int16(POLLHUP) != 0
    }

    /// A pty counts as hung up only after its other side was open once.
    private static func hangUp(_ path: String) {
        let other = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        if other >= 0 { close(other) }
    }

    /// How often to look for an opened line without a watch, in milliseconds. [own choice]
    private static let interval: Int32 = 20
}
