import Networking
import Ports
import TestKit
import Testing

/// Echoes what it gets. `full` takes connections, `old` speaks TLS 1.1 at most, `plain` no TLS at all, `silent` nothing,
/// `break` resets the connection after the first bytes.
private let echoServer = """
    import socket, ssl, struct, sys
    mode, path, name = sys.argv[1:4]
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    if mode not in ("plain", "silent"):
        context.load_cert_chain(f"{path}/{name}.pem", f"{path}/{name}.key")
    if mode == "old":
        context.minimum_version = ssl.TLSVersion.TLSv1
        context.maximum_version = ssl.TLSVersion.TLSv1_1
        context.set_ciphers("ALL:@SECLEVEL=0")
    kept = []
    while True:
        connection, _ = listener.accept()
        kept.append(connection)
        if mode == "silent":
            continue
        try:
            if mode != "plain":
                connection = context.wrap_socket(connection, server_side=True)
            while data := connection.recv(65536):
                if data == b"BYE":
                    break
                if mode == "break":
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    break
                connection.sendall(data)
            if mode == "full":
                connection.unwrap()
            connection.close()
        except (OSError, ValueError):
            connection.close()
    """

@Suite("Connections to acquirers")
struct HostConnectorTests {
    private let certificates: Certificates

    init() throws { certificates = try Certificates.shared.get() }

    @Test("bytes go both ways over verified TLS, and a goodbye ends it in good order")
    func tls() throws {
        try exchange(server("full"), .tls)
    }

    @Test("bytes go both ways over plain TCP")
    func plain() throws {
        try exchange(server("plain"), .plain)
    }

    @Test("a certificate for another name is refused")
    func wrongName() throws {
        #expect(try fault(server("full", name: "elsewhere.example"), .tls) == .tlsFailed)
    }

    @Test("a certificate of an unknown CA is refused")
    func unknownCA() throws {
        let server = try server("full")
        withExtendedLifetime(server) {
            #expect(fault(HostEndpoint(host: "localhost", port: server.port), .tls) == .tlsFailed)
        }
    }

    @Test("TLS older than 1.2 is refused")
    func oldTLS() throws {
        #expect(try fault(server("old"), .tls) == .tlsFailed)
    }

    @Test("a server that speaks no TLS is refused")
    func noTLS() throws {
        #expect(try fault(server("plain"), .tls) == .tlsFailed)
    }

    @Test("a missing CA file is a TLS fault, not a connection without checks")
    func missingCA() throws {
        #expect(try fault(server("full"), .tls, caFile: "/nowhere.pem") == .tlsFailed)
    }

    @Test("a server that never answers is timed out")
    func silent() throws {
        #expect(try fault(server("silent"), .tls, timeout: .milliseconds(150)) == .timedOut)
    }

    @Test("closing while the handshake hangs ends the link at once and in good order")
    func closeEarly() throws {
        let server = try server("silent")
        let log = EventLog()
        connect(server, .tls, log).close()
        withExtendedLifetime(server) { #expect(log.untilClosed() == [.closed(nil)]) }
    }

    @Test("a port where nobody listens is refused", arguments: [HostSecurity.plain, .tls])
    func refused(security: HostSecurity) {
        #expect(fault(HostEndpoint(host: "127.0.0.1", port: 1), security) == .refused)
    }

    @Test(
        "a name that can't exist is not resolved", arguments: ["nowhere.invalid", "", "a b", "host/path", "user@host"])
    func noName(host: String) {
        #expect(fault(HostEndpoint(host: host, port: 443), .tls) == .nameNotResolved)
    }

    @Test("a connection that breaks is lost, whatever is still sent, and the process lives")
    func broken() throws {
        let server = try server("break")
        let log = EventLog()
        let link = connect(server, .tls, log)
        #expect(log.next() == .opened)
        for _ in 0..<200 { link.send([UInt8](repeating: 1, count: 20_000)) }
        withExtendedLifetime(server) { #expect(fault(endOf: log) == .lost) }
    }

    private func exchange(_ server: LocalServer, _ security: HostSecurity) throws {
        let log = EventLog()
        let link = connect(server, security, log)
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        #expect(log.next() == .opened)
        link.send(bytes)
        #expect(log.received(bytes.count) == bytes)
        link.send(Array("BYE".utf8))
        withExtendedLifetime(server) { #expect(log.untilClosed().filter { $0 != .drained } == [.closed(nil)]) }
    }

    private func server(_ mode: String, name: String = "localhost") throws -> LocalServer {
        try LocalServer(echoServer, arguments: [mode, certificates.directory.path, name])
    }

    private func connect(_ server: LocalServer, _ security: HostSecurity, _ log: EventLog) -> any Link {
        connect(HostEndpoint(host: "localhost", port: server.port), security, log, caFile: testCA)
    }

    /// How a connection that can't be made ends.
    private func fault(
        _ server: LocalServer, _ security: HostSecurity, caFile: String? = nil, timeout: Duration = .seconds(10)
    ) -> LinkFault.Kind? {
        withExtendedLifetime(server) {
            fault(
                HostEndpoint(host: "localhost", port: server.port), security, caFile: caFile ?? testCA,
                timeout: timeout)
        }
    }

    private func fault(
        _ host: HostEndpoint, _ security: HostSecurity, caFile: String? = nil, timeout: Duration = .seconds(10)
    ) -> LinkFault.Kind? {
        let log = EventLog()
        _ = connect(host, security, log, caFile: caFile, timeout: timeout)
        return fault(endOf: log)
    }

    private func connect(
        _ host: HostEndpoint, _ security: HostSecurity, _ log: EventLog, caFile: String?,
        timeout: Duration = .seconds(10)
    ) -> any Link {
        CurlHostConnector(caFile: caFile)
            .connect(to: host, security: security, timeout: timeout, deliver: log.deliver)
    }

    private func fault(endOf log: EventLog) -> LinkFault.Kind? {
        guard case .closed(let fault?) = log.untilClosed().last else { return nil }
        return fault.kind
    }

    private var testCA: String { certificates.directory.path + "/ca.pem" }
}
