import CPosix
import Glibc
public import Ports
import Threads

/// Takes connections on a TCP port, a Unix socket or an RFCOMM channel; every one is a link with a thread of its own. Links that were
/// taken outlive `stop`.
public final class SocketListener: LinkListener {
    public let uri: String
    private let socket: Int32
    private let wakeUp: Int32
    private let kind: Kind
    /// The socket file to remove at the end.
    private let path: String?
    private let isStopped = Locked(false)

    enum Kind {
        case tcp, unix, radio
    }

    /// Milliseconds between tries while the process has no descriptor left; `stop` ends it. [own choice]
    private static let descriptorPause: Int32 = 10

    init(socket: Int32, uri: String, kind: Kind, path: String? = nil) throws(LinkFault) {
        wakeUp = cposix_eventfd()
        self.socket = socket
        self.uri = uri
        self.path = path
        self.kind = kind
        guard wakeUp >= 0, listen(socket, SOMAXCONN) == 0 else {
            let failure = errno
            if let path { unlink(path) }
            throw LinkFault(errno: failure)
        }
    }

    deinit {
        close(socket)
        close(wakeUp)
    }

    public func start(_ accept: @escaping @Sendable (any Link) -> @Sendable (LinkEvent) -> Void) {
        startThread { self.serve(accept) }
    }

    public func stop() {
        let isFirst = isStopped.withLock { isStopped in
            defer { isStopped = true }
            return !isStopped
        }
        guard isFirst else { return }
        shutdown(socket, Int32(SHUT_RDWR))
        if let path { unlink(path) }
        cposix_wake(wakeUp)
    }

    private func serve(_ accept: @Sendable (any Link) -> @Sendable (LinkEvent) -> Void) {
        while !isStopped.withLock({ $0 }) {
            var polled = [
                pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&polled, 2, -1) > 0, polled[1].revents == 0 else { continue }
            let connection = cposix_accept(socket)
            if connection >= 0 {
                if kind == .tcp { cposix_no_delay(connection) }
                StreamLink.take(connection, as: kind == .radio ? .servedRadio : .socket, accept)
            } else if errno == EMFILE || errno == ENFILE {
                // The caller still waits: poll would come back at once, and again, until a descriptor is free.
                _ = poll(&polled[1], 1, Self.descriptorPause)
            }
        }
    }
}
