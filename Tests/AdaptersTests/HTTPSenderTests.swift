import Crypto
import Networking
import Payments
import Ports
import TestKit
import Testing
import Threads

/// Answers by path; `/echo` with what it was asked. Counts requests.
private let gateway = """
    import http.server, json, socket, ssl, sys, time
    path, tls = sys.argv[1:3]
    count = 0
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        def log_message(self, *words): pass
        def answer(self, status, body, **headers):
            self.send_response(status)
            for name, value in headers.items(): self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        def end(self):
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
        def do(self):
            global count
            count += 1
            length = int(self.headers.get("Content-Length") or 0)
            body = self.rfile.read(length).decode()
            if self.path == "/redirect": return self.answer(302, b"elsewhere", Location="/echo")
            if self.path == "/missing": return self.answer(404, b"<html>no</html>")
            if self.path == "/big": return self.answer(200, b"x" * (5 << 20))
            if self.path == "/slow": time.sleep(3)
            if self.path == "/drop": return self.end()
            if self.path == "/half":
                self.send_response(200)
                self.send_header("Content-Length", "100")
                self.end_headers()
                self.wfile.write(b"{")
                return self.end()
            told = {"method": self.command, "body": body, "count": count, "headers": dict(self.headers)}
            self.answer(200, json.dumps(told).encode())
        do_GET = do_POST = do
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if tls == "tls":
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(f"{path}/localhost.pem", f"{path}/localhost.key")
        server.socket = context.wrap_socket(server.socket, server_side=True)
    print(server.server_address[1], flush=True)
    server.serve_forever()
    """

@Suite("Requests to payment gateways")
struct HTTPSenderTests {
    private let certificates: Certificates

    init() throws { certificates = try Certificates.shared.get() }

    private func server(_ tls: Bool = false) throws -> LocalServer {
        try LocalServer(gateway, arguments: [certificates.directory.path, tls ? "tls" : "plain"])
    }

    private func send(
        _ request: HTTPRequest, trusting ca: Bool = true, timeout: Duration = .seconds(10)
    ) -> Result<HTTPAnswer, LinkFault> {
        let sender = CurlHTTPSender(caFile: ca ? "\(certificates.directory.path)/ca.pem" : nil)
        let arrived = Mailbox<Result<HTTPAnswer, LinkFault>>()
        sender.send(request, timeout: timeout) { arrived.post($0) }
        return arrived.wait(until: nil).first ?? .failure(LinkFault(.other))
    }

    private func get(_ path: String, timeout: Duration = .seconds(10)) throws -> Result<HTTPAnswer, LinkFault> {
        let server = try server()
        return withExtendedLifetime(server) {
            send(HTTPRequest(.get, "http://127.0.0.1:\(server.port)\(path)"), timeout: timeout)
        }
    }

    @Test("method, headers, key and body arrive over verified TLS")
    func post() throws {
        let server = try server(true)
        let request = HTTPRequest(
            .post, "https://localhost:\(server.port)/echo", headers: ["Content-Type": "application/json"],
            body: Array(#"{"a":1}"#.utf8), key: SecretHeader("ApiKeyCloud", try Secret(copying: Array("K-1".utf8))))
        let answer = try withExtendedLifetime(server) { try send(request).get() }
        #expect(answer.status == 200)
        let told = try JSONValue.parse(answer.body)
        #expect(told["method"] == "POST" && told["body"] == #"{"a":1}"#)
        #expect(told["headers"]?["ApiKeyCloud"] == "K-1")
        #expect(told["headers"]?["Content-Type"] == "application/json")
    }

    @Test("a GET has no body, an empty POST is a POST")
    func methods() throws {
        let server = try server()
        for method in [HTTPRequest.Method.get, .post] {
            let answer = try send(HTTPRequest(method, "http://127.0.0.1:\(server.port)/echo")).get()
            let told = try JSONValue.parse(answer.body)
            #expect(told["method"] == .string(method.rawValue) && told["body"] == "")
        }
        withExtendedLifetime(server) {}
    }

    @Test(
        "any status is an answer, and a redirection is not followed",
        arguments: [("/redirect", 302), ("/missing", 404)])
    func statuses(path: String, status: Int) throws {
        #expect(try get(path).get().status == status)
    }

    @Test("what breaks off, stays away or is too long is a fault, and nothing is sent a second time")
    func faults() throws {
        #expect(try get("/drop").failure?.kind == .lost)
        #expect(try get("/half").failure != nil)
        #expect(try get("/big").failure != nil)
        #expect(try get("/slow", timeout: .milliseconds(300)).failure?.kind == .timedOut)
        let server = try server()
        _ = send(HTTPRequest(.get, "http://127.0.0.1:\(server.port)/drop"))
        let answer = try send(HTTPRequest(.get, "http://127.0.0.1:\(server.port)/echo")).get()
        #expect(try JSONValue.parse(answer.body)["count"] == 2)
        withExtendedLifetime(server) {}
    }

    @Test("a certificate of an unknown CA, and one for another name, are refused")
    func untrusted() throws {
        let server = try server(true)
        let named = HTTPRequest(.get, "https://localhost:\(server.port)/echo")
        #expect(send(named, trusting: false).failure?.kind == .tlsFailed)
        let numbered = HTTPRequest(.get, "https://127.0.0.1:\(server.port)/echo")
        #expect(send(numbered).failure?.kind == .tlsFailed)
        withExtendedLifetime(server) {}
    }

    @Test("nobody there is a fault")
    func refused() { #expect(send(HTTPRequest(.get, "http://127.0.0.1:1/")).failure?.kind == .refused) }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}
