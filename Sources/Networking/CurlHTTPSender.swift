import CCurl
import Crypto
import Glibc
public import Ports
import Threads

/// Sends requests to payment gateways with libcurl, each on a connection and a thread of its own: verified TLS 1.2 or
/// newer, no redirections, no proxies, no second try.
public struct CurlHTTPSender: HTTPSender {
    private let caFile: String?
    private let pins: [String: PublicKeyPin]

    /// A longer answer is none. *own choice*: a signature's image has at most 64 kB, a day's feed some hundred.
    static let longestAnswer = 4 << 20

    /// - Parameters: as those of `CurlHostConnector`.
    public init(caFile: String? = nil, pins: [String: PublicKeyPin] = [:]) {
        self.caFile = caFile
        self.pins = pins
    }

    public func send(
        _ request: HTTPRequest, timeout: Duration,
        deliver: @escaping @Sendable (Result<HTTPAnswer, LinkFault>) -> Void
    ) {
        let isStarted = startThread { [caFile, pins] in
            blockBrokenPipe()
            let pin = pins[Self.host(request.url)]
            deliver(Result { () throws(LinkFault) in try Self.exchange(request, timeout, caFile, pin) })
        }
        if !isStarted { deliver(.failure(LinkFault(.other, systemCode: EAGAIN))) }
    }

    /// The host's name in lower case: what stands between `//` and the next `/`, without the port.
    static func host(_ url: String) -> String {
        let authority = url.split(separator: "/", maxSplits: 2).dropFirst().first ?? ""
        return authority.prefix { $0 != ":" }.lowercased()
    }

    private static func exchange(
        _ request: HTTPRequest, _ timeout: Duration, _ caFile: String?, _ pin: PublicKeyPin?
    ) throws(LinkFault) -> HTTPAnswer {
        guard ccurl_open() else { throw LinkFault(.notSupported) }
        let (seconds, attoseconds) = timeout.components
        let milliseconds = max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
        var lines = request.headers.sorted { $0.key < $1.key }.map { strdup("\($0.key): \($0.value)") }
        lines.append(nil)
        let (url, ca, key) = (strdup(request.url), caFile.flatMap { strdup($0) }, pin.flatMap { strdup($0.text) })
        let name = request.key.flatMap { strdup($0.name) }
        defer { for text in lines + [url, ca, key, name] { free(text) } }
        guard let url else { throw LinkFault(.other, systemCode: ENOMEM) }
        let readable = lines.map { UnsafePointer($0) }
        let answer = request.body.withUnsafeBytes { body in
            readable.withUnsafeBufferPointer { headers in
                withSecret(request.key) { secret in
                    guard let headers = headers.baseAddress else { return ccurl_answer() }
                    var parts = ccurl_request(
                        url: url, body: request.method == .post ? body.baseAddress ?? UnsafeRawPointer(url) : nil,
                        body_size: body.count, headers: headers, secret_name: name, secret: secret?.baseAddress,
                        secret_size: secret?.count ?? 0, ca_file: ca, pin: key, timeout_milliseconds: milliseconds,
                        longest_answer: longestAnswer)
                    return ccurl_exchange(&parts)
                }
            }
        }
        defer { free(answer.body) }
        guard answer.result == ccurl_done else { throw LinkFault(answer) }
        return HTTPAnswer(
            status: Int(answer.status),
            body: Array(UnsafeRawBufferPointer(start: answer.body, count: answer.body_size)))
    }

    private static func withSecret<R>(_ header: SecretHeader?, _ body: (UnsafeRawBufferPointer?) -> R) -> R {
        guard let header else { return body(nil) }
        return header.value.withBytes { body($0) }
    }
}

extension LinkFault {
    fileprivate init(_ answer: ccurl_answer) {
        let kind: Kind =
            switch answer.result {
            case ccurl_name_not_resolved: .nameNotResolved
            case ccurl_not_connected: .refused
            case ccurl_timed_out: .timedOut
            case ccurl_tls_failed, ccurl_other_key: .tlsFailed
            case ccurl_lost: .lost
            default: .other
            }
        self.init(kind, systemCode: answer.code)
    }
}
