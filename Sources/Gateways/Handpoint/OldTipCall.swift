import Crypto
import Payments
import Ports
import Time

/// The tip call of the older service for apps: XML, minor units, and a proof over the body instead of a key.
/// Source: gateways.md B.4.
struct OldTipCall: Hashable {
    /// Of the sale.
    var eftTransactionID: String
    /// Minor units.
    var minorUnits: Int64
    var at: WallTime

    static let path = "/sdk/financial/v1/tipadjustment/"

    /// With tabs and without a line end behind it, as it was *seen*. A GUID has nothing that XML would mind, and what
    /// is none is not sent.
    var body: [UInt8] {
        let guid = eftTransactionID.filter { $0.isASCII && ($0.isHexDigit || $0 == "-") }
        return Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <tipadjustment>
            \t<originalGuid>\(guid)</originalGuid>
            \t<tipAmount>\(minorUnits)</tipAmount>
            \t<timestamp>\(timestamp)</timestamp>
            </tipadjustment>
            """.utf8)
    }

    /// `2026-01-03 10:15:30 +0000`
    private var timestamp: String {
        let text = at.rfc3339
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8)) +0000"
    }

    /// - Parameter digits: the reader's secret as its 64 hexadecimal digits: they are the key, not what they stand for.
    func request(host: String, digits: Secret) -> HTTPRequest {
        let body = body
        let proof = Base64.standard.text(HMACSHA256.authenticate(body, key: digits))
        return HTTPRequest(
            .post, host + Self.path, headers: ["Content-Type": "text/xml", "Accept": "*/*", "hmac": proof], body: body)
    }

    /// What the HTTP status means. A status of the server's own trouble says nothing: the tip may be set. *own choice*;
    /// other clients take all but two for failed.
    static func read(_ status: Int) -> CloudFinding {
        switch status {
        case 200: .tip(.authorised)
        case 403: .tip(.declined)
        case 400..<500: .tip(.failed)
        default: .trouble(.status(status))
        }
    }
}
