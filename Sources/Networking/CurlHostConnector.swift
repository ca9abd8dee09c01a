import CCurl
import Glibc
public import Ports
import Threads

/// Connects readers to their acquirer: TLS 1.2 or newer with certificate and host name verified, or plain TCP. Every
/// connection has a thread of its own. Proxies are not used.
///
/// libcurl is opened with the first connection.
public struct CurlHostConnector: HostConnector {
    private let caFile: String?
    private let pins: [String: PublicKeyPin]

    /// - Parameters:
    ///   - caFile: certificates in PEM to trust besides the system's.
    ///   - pins: by host name in lower case, the keys that its certificate must have besides being trusted.
    public init(caFile: String? = nil, pins: [String: PublicKeyPin] = [:]) {
        self.caFile = caFile
        self.pins = pins
    }

    /// Opens libcurl now. Without it every connection ends as `notSupported`.
    public static func openLibrary() throws(MissingLibrary) {
        guard ccurl_open() else { throw MissingLibrary(name: "libcurl.so.4", package: "libcurl4") }
    }

    public func connect(
        to host: HostEndpoint, security: HostSecurity, timeout: Duration,
        deliver: @escaping @Sendable (LinkEvent) -> Void
    ) -> any Link {
        let link = HostLink()
        let isStarted = startThread { [caFile, pins] in
            blockBrokenPipe()
            let stream = Result { () throws(LinkFault) in
                try CurlStream(
                    to: host, security: security, caFile: caFile, pin: pins[host.host.lowercased()], timeout: timeout,
                    outbox: link.outbox)
            }
            switch stream {
            case .success(let stream): link.run(stream, deliver: deliver)
            case .failure(let fault): link.end(fault, deliver: deliver)
            }
        }
        if !isStarted { link.end(LinkFault(.other, systemCode: EAGAIN), deliver: deliver) }
        return link
    }
}

/// The TLS library writes to broken connections without taking care. The signal stays with this thread and ends with
/// it.
func blockBrokenPipe() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
}

/// A library that isn't on this machine, and the Debian package that brings it.
public struct MissingLibrary: Error, Hashable, Sendable {
    public let name: String
    public let package: String
}
