import Crypto
import Ports

extension SandboxRequest {
    /// A request that a client wants to send, as it would arrive.
    init(_ request: HTTPRequest) {
        let afterScheme = request.url.split(separator: "://", maxSplits: 1).last ?? ""
        let target = afterScheme.drop { $0 != "/" }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var query: [String: String] = [:]
        for pair in (parts.count > 1 ? parts[1] : "").split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            query[Self.decoded(sides[0])] = sides.count > 1 ? Self.decoded(sides[1]) : ""
        }
        var headers = request.headers
        if let key = request.key { headers[key.name] = key.value.withBytes { String(decoding: $0, as: UTF8.self) } }
        self.init(
            request.method.rawValue, Self.decoded(parts.first ?? ""), query: query, headers: headers,
            body: request.body)
    }

    /// Percent signs with two hexadecimal digits behind them become bytes.
    private static func decoded(_ text: Substring) -> String {
        var rest = Array(text.utf8)[...]
        var bytes: [UInt8] = []
        while let first = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if first == UInt8(ascii: "%"), digits.utf8.count == 2, let byte = UInt8(digits, radix: 16) {
                rest = rest.dropFirst(2)
                bytes.append(byte)
            } else {
                bytes.append(first)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
