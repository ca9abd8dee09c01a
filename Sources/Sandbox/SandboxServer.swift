import CMicroHTTPD
import Glibc
import Threads

/// Serves a sandbox over HTTP or HTTPS on 127.0.0.1, with a thread for each connection (libmicrohttpd, opened on first
/// use).
public final class SandboxServer: Sendable {
    /// PEM texts.
    public struct Certificate: Sendable {
        public var certificate: String
        public var key: String

        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// The Debian package that has the library.
    public static let package = "libmicrohttpd12"
    /// At a time. [own choice: a till has one]
    static let mostConnections: UInt32 = 64

    /// Where it is reached, without a slash at the end.
    public let url: String
    private let service: Service
    private let server: Locked<ServerPointer?>

    /// Starts to serve.
    /// - Parameters:
    ///   - port: 0 takes a free one.
    ///   - certificate: nil serves HTTP.
    ///   - tell: gets one line an event, from any thread.
    public init(
        _ desk: SandboxDesk, port: UInt16 = 0, certificate: Certificate? = nil,
        tell: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(SandboxServerFault) {
        guard cmicrohttpd_open() else { throw .missingLibrary(package: Self.package) }
        let service = try Service(desk, tell)
        let started = cmicrohttpd_start(
            port, Self.mostConnections, certificate?.certificate, certificate?.key,
            { context, exchange in Unmanaged<Service>.fromOpaque(context).takeUnretainedValue().serve(exchange) },
            Unmanaged.passUnretained(service).toOpaque())
        guard let started else { throw .notStarted(systemCode: errno) }
        self.service = service
        server = Locked(ServerPointer(started))
        url = "\(certificate == nil ? "http" : "https")://127.0.0.1:\(cmicrohttpd_port(started))"
    }

    deinit { stop() }

    /// Returns when the last request is answered or given up. Answers that wait are not given any more.
    public func stop() {
        let stopping = server.withLock { server in
            defer { server = nil }
            return server
        }
        guard let stopping else { return }
        service.giveUp()
        cmicrohttpd_stop(stopping.pointer)
    }
}

/// Why nobody is served.
public enum SandboxServerFault: Error, Hashable, Sendable {
    /// The library isn't installed; the Debian package has it.
    case missingLibrary(package: String)
    /// The port is taken, or certificate and key are none. `errno`, or 0.
    case notStarted(systemCode: Int32)
}

/// The library's server, which takes care of threads itself.
private struct ServerPointer: @unchecked Sendable {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }
}

/// What the connections' threads work on.
private final class Service: Sendable {
    private let desk: SandboxDesk
    private let tell: @Sendable (String) -> Void
    private let patience: Patience

    init(_ desk: SandboxDesk, _ tell: @escaping @Sendable (String) -> Void) throws(SandboxServerFault) {
        self.desk = desk
        self.tell = tell
        patience = try Patience()
    }

    func giveUp() { patience.end() }

    func serve(_ exchange: OpaquePointer) {
        let request = SandboxRequest(exchange)
        let answer = desk.answer(request)
        tell(Self.line(request, answer))
        guard patience.wait(answer.delay), !answer.isDropped else { return }
        answer.body.withUnsafeBytes { body in
            cmicrohttpd_answer(exchange, UInt32(answer.status), answer.contentType, body.baseAddress, body.count)
        }
    }

    /// One line of printable ASCII and no secrets: what follows `?` and all headers are left out.
    private static func line(_ request: SandboxRequest, _ answer: SandboxAnswer) -> String {
        let path = request.path.unicodeScalars.prefix(120).map { ("!"..."~").contains($0) ? Character($0) : "?" }
        let how = answer.isDropped ? "dropped" : answer.delay > .zero ? "late" : ""
        return [request.method, String(path), String(answer.status), how].filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension SandboxRequest {
    fileprivate init(_ exchange: OpaquePointer) {
        let body = UnsafeBufferPointer(start: cmicrohttpd_body(exchange), count: cmicrohttpd_body_count(exchange))
        self.init(
            String(cString: cmicrohttpd_method(exchange)), String(cString: cmicrohttpd_path(exchange)),
            query: Self.collected { cmicrohttpd_each_argument(exchange, $0, $1) },
            headers: Self.collected { cmicrohttpd_each_header(exchange, $0, $1) }, body: Array(body))
    }

    /// The first of several values counts.
    private static func collected(_ visit: (cmicrohttpd_visitor, UnsafeMutableRawPointer) -> Void) -> [String: String] {
        var found: [String: String] = [:]
        withUnsafeMutablePointer(to: &found) { found in
            visit(
                { context, name, value in
                    let found = context.assumingMemoryBound(to: [String: String].self)
                    let name = String(cString: name)
                    if found.pointee[name] == nil { found.pointee[name] = value.map { String(cString: $0) } ?? "" }
                }, found)
        }
        return found
    }
}
