import Acquirer
import Glibc
import Payments
import Sandbox
import TestKit
import Testing
import Threads

/// A CA, and a server's certificate for 127.0.0.1, made for one run.
final class ServerCertificate: Sendable {
    let directory: TemporaryDirectory
    let pem: SandboxServer.Certificate

    static let shared = Result { try ServerCertificate() }

    private init() throws {
        directory = try TemporaryDirectory()
        let made = shell(
            """
            cd \(directory.path) && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
              -subj /CN=test-ca -keyout ca.key -out ca.pem -addext basicConstraints=critical,CA:TRUE &&
            openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=sandbox -keyout own.key \
              -out own.csr && echo subjectAltName=IP:127.0.0.1 >own.ext &&
            openssl x509 -req -in own.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile own.ext -out own.pem
            """)
        #expect(made == 0)
        pem = SandboxServer.Certificate(
            certificate: text(ofFile: directory.path + "/own.pem"), key: text(ofFile: directory.path + "/own.key"))
    }

    var caPath: String { directory.path + "/ca.pem" }
}

func text(ofFile path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    return String(decoding: bytes, as: UTF8.self)
}

@Suite("The sandbox on a socket")
struct SandboxServerTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    /// What curl got, and its own exit status.
    private struct Got {
        var exit: Int32
        var status: String
        var body: String
        var json: JSONValue { (try? JSONValue.parse(body)) ?? .null }
    }

    private func words(_ options: String, _ url: String) -> String {
        "curl -s --max-time 20 -H 'ApiKeyCloud: \(SandboxWorld.key)' \(options) '\(url)'"
    }

    private func curl(_ url: String, _ options: String = "") -> Got {
        let (body, status) = (folder.path + "/body", folder.path + "/status")
        let exit = shell(
            "rm -f \(body); \(words(options, url)) -o \(body) -w '%{http_code} %{content_type}' >\(status)")
        return Got(exit: exit, status: text(ofFile: status), body: text(ofFile: body))
    }

    @Test("curl asks over HTTP")
    func http() throws {
        let world = try SandboxWorld()
        world.sell(1410)
        let told = Locked<[String]>([])
        let server = try SandboxServer(world.sandbox) { line in told.withLock { $0.append(line) } }
        let status = curl("\(server.url)/transactions/\(SandboxWorld.reference)/status")
        #expect(status.status == "200 application/json" && status.json["finStatus"] == "AUTHORISED")
        let reversal = curl("\(server.url)/reversal", #"-d '{"originalGuid":"a"}'"#)
        #expect(reversal.json["issuerResponseCode"] == "00")
        let feed = curl(
            "\(server.url)/transactions?terminal_serial_number=000123400123", "-H 'Authorization: \(SandboxWorld.key)'")
        #expect(feed.json.elements.count == 2)
        #expect(
            told.withLock { $0 } == [
                "GET /transactions/\(SandboxWorld.reference)/status 200", "POST /reversal 200", "GET /transactions 200",
            ])
    }

    @Test("curl asks over HTTPS, and refuses a certificate of nobody it trusts")
    func https() throws {
        let certificate = try ServerCertificate.shared.get()
        let server = try SandboxServer(try SandboxWorld().sandbox, certificate: certificate.pem)
        #expect(server.url.hasPrefix("https://127.0.0.1:"))
        #expect(curl("\(server.url)/devices", "--cacert \(certificate.caPath)").status == "200 application/json")
        #expect(curl("\(server.url)/devices").exit == 60)
        #expect(curl("\(server.url)/devices", "--cacert \(certificate.caPath) --tls-max 1.1").exit != 0)
    }

    @Test("a dropped answer is a closed connection")
    func dropped() throws {
        let world = try SandboxWorld { $0.faults = GatewayFaults([.init(.drop, at: 1)]) }
        let server = try SandboxServer(world.sandbox)
        #expect(curl("\(server.url)/devices").exit == 52)
        #expect(curl("\(server.url)/devices").exit == 0)
    }

    @Test("a late answer holds nobody up, and the server's end does not wait for it")
    func late() throws {
        let world = try SandboxWorld { $0.faults = GatewayFaults([.init(.late, at: 1)]) }
        let told = Mailbox<String>()
        let server = try SandboxServer(world.sandbox) { told.post($0) }
        let waiting = spawn(["/bin/sh", "-c", words("", "\(server.url)/devices")])
        #expect(told.wait(until: nil) == ["GET /devices 200 late"])
        #expect(curl("\(server.url)/devices").exit == 0)
        server.stop()
        var status: Int32 = 0
        waitpid(waiting, &status, 0)
        #expect(status >> 8 & 0xFF == 52)
    }

    @Test("a body of more than a megabyte is refused, one below is read")
    func large() throws {
        let server = try SandboxServer(try SandboxWorld().sandbox)
        for (count, status) in [(1 << 20, "400"), (1 << 20 + 1, "413")] {
            shell("head -c \(count) /dev/zero >\(folder.path)/large")
            let got = curl("\(server.url)/reversal", "--data-binary @\(folder.path)/large")
            #expect(got.status.hasPrefix(status))
        }
    }

    @Test("other methods are no calls", arguments: ["DELETE", "PUT", "HEAD -I"])
    func methods(method: String) throws {
        let server = try SandboxServer(try SandboxWorld().sandbox)
        #expect(curl("\(server.url)/devices", "-X \(method)").status.hasPrefix("404"))
    }

    @Test("a port that is taken, and a certificate that is none, are faults")
    func faults() throws {
        let world = try SandboxWorld()
        let server = try SandboxServer(world.sandbox)
        let port = UInt16(server.url.split(separator: ":").last ?? "") ?? 0
        #expect(throws: SandboxServerFault.notStarted(systemCode: EADDRINUSE)) {
            try SandboxServer(world.sandbox, port: port)
        }
        let none = SandboxServer.Certificate(certificate: "none", key: "none")
        #expect(throws: SandboxServerFault.self) { try SandboxServer(world.sandbox, certificate: none) }
    }

    @Test(
        "a client in Python, which shares no line with it, finds what the documentation says", arguments: [false, true])
    func peer(isSecure: Bool) throws {
        let certificate = try ServerCertificate.shared.get()
        let world = try SandboxWorld(.demoMerchant)
        world.sell(1410)
        let server = try SandboxServer(world.sandbox, certificate: isSecure ? certificate.pem : nil)
        let options = "--url \(server.url) --key \(SandboxWorld.key) --ca \(certificate.caPath)"
        let sale = "--reference \(SandboxWorld.reference) --amount 1410 --currency EUR --serial 000123400123"
        let program = "\(Repository.root)/Tests/Peers/handpoint_client.py"
        let verdict = folder.path + "/verdict"
        let exit = shell("python3 '\(program)' \(options) \(sale) >\(verdict)")
        #expect(exit == 0, "\(text(ofFile: verdict))")
    }
}
