import Localization
import Networking
import Ports
import Text
import Time
import Transports

/// The way to payment gateways: name, connection, TLS, certificate and HTTP, told apart.
struct GatewayCheck {
    let place: Workplace
    let pins: [String: PublicKeyPin]
    let gateways: [(name: String, url: String)]

    /// Under this a certificate is mentioned. [own choice]
    private static let daysLeft: Int64 = 21

    /// `NAME=URL`, as `--gateway` takes it.
    static func named(_ texts: [String]) throws(Stop) -> [(name: String, url: String)] {
        var gateways: [(name: String, url: String)] = []
        for text in texts {
            let sides = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard sides.count == 2 else { throw Stop(.usage, "gateway-form") }
            gateways.append((sides[0], sides[1]))
        }
        return gateways
    }

    var findings: [Finding] { gateways.map { look(at: $0.url, called: $0.name) } }

    private func look(at url: String, called name: String) -> Finding {
        guard let (host, security) = HostEndpoint.taken(from: url) else {
            return .bad("gatewayMalformed", ["name": name])
        }
        let words = ["name": name, "host": "\(host.host):\(host.port)"]
        let pin = pins[host.host.lowercased()]
        return switch HostProbe.look(at: host, security: security, caFile: place.caFile, pin: pin) {
        case .nameNotFound: .bad("gatewayNoName", words)
        case .notConnected(let code): .bad("gatewayNoConnection", words.merging(["detail": String(code)]) { $1 })
        case .timedOut: .bad("gatewayTimedOut", words)
        case .tlsFailed: .bad("gatewayNoTLS", words)
        case .certificate(let fault): .bad("gatewayCertificate.\(fault.rawValue)", words)
        case .noHTTP: .bad("gatewayNoHTTP", words)
        case .answered(let status, let end): answered(status, end, words)
        case .noLibrary: .bad("curlMissing")
        }
    }

    private func answered(_ status: Int, _ end: String?, _ words: [String: String]) -> Finding {
        var words = words.merging(["status": String(status), "date": end ?? ""]) { $1 }
        guard let end, let date = CertificateDate(end) else { return .good("gateway", words) }
        let left = date.days - place.time.wallTime().milliseconds / 86_400_000
        words["days"] = place.catalogue.number(Int(left))
        return left < Self.daysLeft ? .notice("gatewayCertificateEnds", words) : .good("gatewayCertificate.good", words)
    }
}

/// The day of `Jan  2 03:04:05 2027 GMT`, as OpenSSL prints it.
struct CertificateDate {
    /// Since 1970-01-01.
    let days: Int64

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 5, let month = Self.months.firstIndex(of: String(words[0])),
            let day = Int64(words[1]), (1...31).contains(day), let year = Int64(words[3]), (1970...9999).contains(year)
        else { return nil }
        // Years that begin in March have their leap day at the end.
        let shifted = month < 2 ? (year - 1, Int64(month) + 10) : (year, Int64(month) - 2)
        days =
            shifted.0 * 365 + shifted.0 / 4 - shifted.0 / 100 + shifted.0 / 400 + (153 * shifted.1 + 2) / 5 + day - 1
            - 719_468
    }
}

extension HostEndpoint {
    /// Scheme, host and port of a URL; nil where it has none of these, or names somebody.
    fileprivate static func taken(from url: String) -> (HostEndpoint, HostSecurity)? {
        let schemes: [(String, HostSecurity, UInt16)] = [("https://", .tls, 443), ("http://", .plain, 80)]
        guard let (scheme, security, usual) = schemes.first(where: { url.lowercased().hasPrefix($0.0) }) else {
            return nil
        }
        let authority = url.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        guard !authority.isEmpty, !authority.contains("@") else { return nil }
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let host = parts.first, !host.isEmpty else { return nil }
        guard let port = parts.count == 2 ? UInt16(parts[1]) : usual else { return nil }
        return (HostEndpoint(host: String(host), port: port), security)
    }
}
