import Glibc
import Networking
import Ports
import TestKit
import Testing

/// Certificates for localhost: trusted, of another name, and over since yesterday. What is printed is the pin of the key.
private final class ProbeCertificates: Sendable {
    let directory: TemporaryDirectory

    static let shared = Result { try ProbeCertificates() }

    private init() throws {
        directory = try TemporaryDirectory()
        let made = shell(
            """
            cd \(directory.path) && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 90 \
              -subj /CN=test-ca -keyout ca.key -out ca.pem -addext basicConstraints=critical,CA:TRUE &&
            mkdir new && touch index.txt && echo 01 >serial && cat >ca.cnf <<'END'
            [ca]
            default_ca = us
            [us]
            database = index.txt
            serial = serial
            new_certs_dir = new
            default_md = sha256
            policy = any
            certificate = ca.pem
            private_key = ca.key
            copy_extensions = copy
            [any]
            commonName = supplied
            END
            one() {
              openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=$1 -keyout $1.key -out $1.csr \
                -addext subjectAltName=DNS:$2 && openssl ca -batch -notext -config ca.cnf -in $1.csr -out $1.pem \
                -startdate $3 -enddate $4
            }
            one good localhost 20260101000000Z 20990101000000Z && one expired localhost 20260101000000Z 20260201000000Z &&
            one future localhost 20980101000000Z 20990101000000Z && one other elsewhere.example 20260101000000Z 20990101000000Z &&
            openssl x509 -in good.pem -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary |
              openssl base64 -A >good.pin
            """)
        #expect(made == 0)
    }
}

/// Takes connections and answers by HTTP, over TLS with the named certificate, or as `mode` says.
private let probeServer = """
    import socket, ssl, sys
    mode, path = sys.argv[1:3]
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    kept = []
    while True:
        connection, _ = listener.accept()
        kept.append(connection)
        try:
            if mode == "silent":
                continue
            if mode not in ("plain", "ssh"):
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain(f"{path}/{mode}.pem", f"{path}/{mode}.key")
                connection = context.wrap_socket(connection, server_side=True)
            if mode != "ssh":
                connection.recv(4096)
            connection.sendall(b"SSH-2.0-x\\r\\n" if mode == "ssh" else b"HTTP/1.1 404 Not Found\\r\\nConnection: close\\r\\n\\r\\n")
            connection.close()
        except (OSError, ValueError):
            connection.close()
    """

@Suite("The way to a server, stage by stage (N13)")
struct HostProbeTests {
    private let certificates: ProbeCertificates
    private var ca: String { certificates.directory.path + "/ca.pem" }

    init() throws { certificates = try ProbeCertificates.shared.get() }

    private func look(
        _ mode: String, security: HostSecurity = .tls, ca: String? = nil, pin: PublicKeyPin? = nil
    ) throws -> HostProbe.Finding {
        let server = try LocalServer(probeServer, arguments: [mode, certificates.directory.path])
        return HostProbe.look(
            at: HostEndpoint(host: "localhost", port: server.port), security: security, caFile: ca ?? self.ca, pin: pin,
            timeout: .seconds(2))
    }

    @Test("an answer is told with its status and the certificate's end")
    func answered() throws {
        #expect(
            try look("good") == .answered(status: 404, certificateEnds: "Jan  1 00:00:00 2099 GMT"))
        #expect(try look("plain", security: .plain) == .answered(status: 404, certificateEnds: nil))
    }

    @Test(
        "what is wrong with a certificate is told apart",
        arguments: [
            ("expired", HostProbe.CertificateFault.expired), ("future", .notYetValid), ("other", .otherName),
        ])
    func certificate(mode: String, fault: HostProbe.CertificateFault) throws {
        #expect(try look(mode) == .certificate(fault))
    }

    @Test("a certificate of an authority that nobody trusts is refused")
    func unknownIssuer() throws {
        #expect(try look("good", ca: "/etc/ssl/certs/ca-certificates.crt") == .certificate(.unknownIssuer))
    }

    @Test("a pinned key opens, another one doesn't, though it is trusted")
    func pinned() throws {
        let printed = try String(contentsOfFile: certificates.directory.path + "/good.pin")
        let pin = try #require(PublicKeyPin("sha256//" + printed))
        let wrong = try #require(PublicKeyPin("sha256//" + String(repeating: "A", count: 43) + "="))
        let either = try #require(PublicKeyPin("sha256//" + String(repeating: "A", count: 43) + "=;sha256//" + printed))
        #expect(try look("good", pin: pin) == .answered(status: 404, certificateEnds: "Jan  1 00:00:00 2099 GMT"))
        #expect(try look("good", pin: either) == .answered(status: 404, certificateEnds: "Jan  1 00:00:00 2099 GMT"))
        #expect(try look("good", pin: wrong) == .certificate(.otherKey))
    }

    @Test("no name, no connection, no TLS and no HTTP are told apart")
    func stages() throws {
        #expect(
            HostProbe.look(at: HostEndpoint(host: "no-such-host.invalid", port: 443), security: .tls) == .nameNotFound)
        #expect(try look("ssh") == .tlsFailed)
        #expect(try look("ssh", security: .plain) == .noHTTP)
        let closed = try LocalServer(probeServer, arguments: ["plain", "/"]).port
        let refused = HostProbe.look(at: HostEndpoint(host: "127.0.0.1", port: closed), security: .tls)
        #expect(refused == .notConnected(code: 111))
    }

    @Test(
        "what is no pin is refused",
        arguments: ["", "sha256//", "sha256//AAAA", "md5//" + String(repeating: "A", count: 43) + "=", "/etc/passwd"])
    func badPin(text: String) { #expect(PublicKeyPin(text) == nil) }
}

extension String {
    /// A small file's text, without line ends around it.
    fileprivate init(contentsOfFile path: String) throws {
        guard let file = fopen(path, "r") else { throw SystemFailure(code: errno) }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
        self = String(decoding: bytes, as: UTF8.self).filter { !$0.isNewline }
    }
}
