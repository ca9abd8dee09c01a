import CCurl
public import Ports
import Threads

/// Looks how far the way to a server goes: name, connection, TLS, an answer in HTTP. Sends nothing but `HEAD /`.
public enum HostProbe {
    /// Where the way ends.
    public enum Finding: Hashable, Sendable {
        case nameNotFound
        /// Nobody answers there: errno, or libcurl's code.
        case notConnected(code: Int32)
        case timedOut
        /// A firewall, something that speaks no TLS, or only an old one.
        case tlsFailed
        case certificate(CertificateFault)
        /// It speaks no HTTP.
        case noHTTP
        /// It answers. `certificateEnds` is `Jan  2 03:04:05 2027 GMT`; nil without TLS.
        case answered(status: Int, certificateEnds: String?)
        case noLibrary
    }

    /// Why a certificate is not trusted.
    public enum CertificateFault: String, Hashable, Sendable {
        case expired, notYetValid, otherName, unknownIssuer, otherKey, other
    }

    /// Waits for at most `timeout` at each stage.
    public static func look(
        at host: HostEndpoint, security: HostSecurity, caFile: String? = nil, pin: PublicKeyPin? = nil,
        timeout: Duration = .seconds(5)
    ) -> Finding {
        var trouble = TLSTrouble()
        do throws(LinkFault) {
            let stream = try CurlStream(
                to: host, security: security, caFile: caFile, pin: pin, timeout: timeout, outbox: Outbox(),
                trouble: &trouble)
            guard let status = try stream.status(of: host, timeout: timeout) else { return .noHTTP }
            return .answered(status: status, certificateEnds: stream.certificateEnds)
        } catch {
            return finding(error, trouble)
        }
    }

    private static func finding(_ fault: LinkFault, _ trouble: TLSTrouble) -> Finding {
        switch fault.kind {
        case .nameNotResolved: .nameNotFound
        case .timedOut: .timedOut
        case .tlsFailed: trouble.fault.map(Finding.certificate) ?? .tlsFailed
        case .notSupported: .noLibrary
        case .lost: .noHTTP
        default: .notConnected(code: fault.systemCode)
        }
    }
}

/// What OpenSSL said of a certificate.
struct TLSTrouble {
    /// X509_V_ERR_.
    var code = 0
    /// The chain is trusted, and the certificate is refused all the same: libcurl looks at names itself.
    var isOtherName = false
    var isOtherKey = false

    /// Nil where it was not about the certificate. Source: openssl-verification-options(1), x509_vfy.h.
    var fault: HostProbe.CertificateFault? {
        if isOtherKey { return .otherKey }
        if isOtherName { return .otherName }
        return switch code {
        case 0, 1: nil  // 1 is what stands there before there was a certificate
        case 9: .notYetValid
        case 10: .expired
        case 2, 18, 19, 20, 21: .unknownIssuer
        case 62, 64: .otherName
        default: .other
        }
    }
}

extension CurlStream {
    /// Asks for `/` without its content.
    /// - Returns: HTTP's status; nil for an answer that is no HTTP, or none in time.
    fileprivate func status(of host: HostEndpoint, timeout: Duration) throws(LinkFault) -> Int? {
        var request = Array("HEAD / HTTP/1.1\r\nHost: \(host.host)\r\nConnection: close\r\n\r\n".utf8)[...]
        try send(&request)
        let deadline = ContinuousClock.now + timeout
        var answer: [UInt8] = []
        while answer.count < 12, ContinuousClock.now < deadline {
            guard let more = try receive() else {
                waitForInput(until: deadline)
                continue
            }
            if more.isEmpty { break }
            answer += more
        }
        let words = String(decoding: answer.prefix(15), as: UTF8.self).split(separator: " ")
        guard words.count > 1, words[0].hasPrefix("HTTP/") else { return nil }
        return Int(words[1].prefix(3))
    }
}
