import CPosix
import Glibc
public import Payments
public import Ports
import Threads

/// A virtual reader's place on Bluetooth: an RFCOMM channel of one adapter or of all.
///
/// Where somebody can announce it, that one listens and hands connections over; else a socket of our own listens, and a
/// till has to know the channel.
public final class RadioListener: LinkListener {
    public let uri: String
    private let socket: SocketListener?
    private let announcement: (any Announcement)?
    private let connections: Connections

    /// - Parameters:
    ///   - adapter: its address; nil for all adapters, of which the URI names the first that is on.
    ///   - channel: 0 takes a free one.
    public init(
        adapter: BluetoothAddress?, channel: UInt8, announcer: (any ServiceAnnouncer)? = nil
    ) throws(LinkFault) {
        let own = if let adapter { adapter } else { try Self.firstAdapter() }
        let connections = Connections()
        self.connections = connections
        let free = try Self.freeChannel(adapter, channel)
        uri = "rfcomm://\(own)/\(free)"
        announcement = announcer?.announce(channel: free) { connections.take($0) }
        socket = announcement == nil ? try Self.socket(adapter, free, uri: uri) : nil
    }

    /// Others find the channel by themselves.
    public var isAnnounced: Bool { announcement != nil }

    public func start(_ accept: @escaping @Sendable (any Link) -> @Sendable (LinkEvent) -> Void) {
        connections.serve(accept)
        socket?.start(accept)
    }

    public func stop() {
        announcement?.withdraw()
        connections.stop()
        socket?.stop()
    }

    private static func firstAdapter() throws(LinkFault) -> BluetoothAddress {
        var bytes = [UInt8](repeating: 0, count: 6)
        guard cposix_bluetooth_adapter(&bytes) == 0 else { throw LinkFault(radioErrno: errno) }
        guard let address = BluetoothAddress(bytes: bytes) else { throw LinkFault(.radioOff) }
        return address
    }

    /// The channel, or one that is free now: a socket that listens on channel 0 gets it.
    private static func freeChannel(_ adapter: BluetoothAddress?, _ channel: UInt8) throws(LinkFault) -> UInt8 {
        let probe = try bound(adapter, channel)
        defer { close(probe) }
        guard listen(probe, 1) == 0 else { throw LinkFault(errno: errno) }
        return UInt8(clamping: cposix_rfcomm_channel(probe))
    }

    private static func socket(
        _ adapter: BluetoothAddress?, _ channel: UInt8, uri: String
    ) throws(LinkFault) -> SocketListener {
        try SocketListener(socket: bound(adapter, channel), uri: uri, kind: .radio)
    }

    private static func bound(_ adapter: BluetoothAddress?, _ channel: UInt8) throws(LinkFault) -> Int32 {
        let socket = cposix_rfcomm_socket()
        guard socket >= 0 else { throw LinkFault(errno: errno) }
        guard cposix_rfcomm_bind(socket, adapter?.bytes, channel) == 0 else {
            let failure = errno
            close(socket)
            throw failure == EADDRNOTAVAIL ? LinkFault(.radioOff, systemCode: failure) : LinkFault(errno: failure)
        }
        return socket
    }
}

/// Connections that were handed over, until somebody takes them.
private final class Connections: Sendable {
    typealias Accept = @Sendable (any Link) -> @Sendable (LinkEvent) -> Void

    private struct State {
        var waiting: [Int32] = []
        var accept: Accept?
        var isStopped = false
    }

    private let state = Locked(State())

    func take(_ connection: Int32) {
        let flags = fcntl(connection, F_GETFL)
        _ = fcntl(connection, F_SETFL, flags | O_NONBLOCK)
        let accept = state.withLock { state -> Accept? in
            if state.accept == nil, !state.isStopped { state.waiting.append(connection) }
            return state.accept
        }
        if let accept {
            StreamLink.take(connection, as: .servedRadio, accept)
        } else if state.withLock({ $0.isStopped }) {
            close(connection)
        }
    }

    func serve(_ accept: @escaping Accept) {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.accept = accept
            return state.waiting
        }
        for connection in waiting { StreamLink.take(connection, as: .servedRadio, accept) }
    }

    func stop() {
        let waiting = state.withLock { state in
            defer { state = State(isStopped: true) }
            return state.waiting
        }
        for connection in waiting { close(connection) }
    }
}
