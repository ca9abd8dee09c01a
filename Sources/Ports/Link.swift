public import Payments

/// An open byte stream to a reader, an acquirer or a till. No boundaries are kept.
public protocol Link: AnyObject, Sendable {
    /// Queues bytes; never blocks. After the stream has closed they are dropped.
    func send(_ bytes: [UInt8])
    /// Gives the stream up. `.closed(nil)` follows, unless it has already closed.
    func close()
}

/// What happens on a link, in order. `closed` comes exactly once and is the last.
public enum LinkEvent: Equatable, Sendable {
    case opened
    case received([UInt8])
    /// All that was queued has been handed to the operating system.
    case drained
    /// The stream ended: nil when either side closed it in good order.
    case closed(LinkFault?)
}

/// Why a link could not be opened or broke.
public struct LinkFault: Error, Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        case notFound, permissionDenied, busy, refused, timedOut, lost, nameNotResolved, tlsFailed, notAllowed,
            notSupported, other
        /// The other side asks for a key that the two don't share: they have to be paired first.
        case notPaired
        /// The connection to this Bluetooth device's service is in use, or the system still holds one that nobody uses.
        case claimed
        /// No Bluetooth adapter of this machine is on.
        case radioOff
    }

    public var kind: Kind
    /// `errno`, or the library's code; 0 where there is none.
    public var systemCode: Int32

    public init(_ kind: Kind, systemCode: Int32 = 0) {
        self.kind = kind
        self.systemCode = systemCode
    }
}

/// Opens links to readers. `deliver` is called from any thread, one call at a time.
public protocol LinkOpener: Sendable {
    func open(_ address: ReaderAddress, deliver: @escaping @Sendable (LinkEvent) -> Void) -> any Link
}

/// Opens the connection to the acquirer that a reader asks for.
public protocol HostConnector: Sendable {
    /// - Parameter timeout: for name look-up, connect and TLS together; then `.closed` with `timedOut`.
    func connect(
        to host: HostEndpoint, security: HostSecurity, timeout: Duration,
        deliver: @escaping @Sendable (LinkEvent) -> Void
    ) -> any Link
}

public struct HostEndpoint: Hashable, Sendable {
    public var host: String
    public var port: UInt16

    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }
}

public enum HostSecurity: Hashable, Sendable {
    /// Plain TCP.
    case plain
    /// TLS 1.2 or newer, certificate and host name verified.
    case tls
}

/// Waits for links that others open.
public protocol LinkListener: AnyObject, Sendable {
    /// Where others reach it, as a URI with the port resolved; a pty gives `serial://` and the path of its other side.
    var uri: String { get }
    /// Takes links until `stop`. `accept` gets each new link and returns what takes its events.
    func start(_ accept: @escaping @Sendable (any Link) -> @Sendable (LinkEvent) -> Void)
    func stop()
}
