import Payments
import Ports

/// What a reader asks its host besides payments. No ledger knows of it, and any answer will do.
enum HostInquiry {
    static func httpPost(_ subject: String, to host: HostEndpoint) -> [UInt8] {
        let body = JSONValue.object([("type", .string("INQUIRY")), ("subject", .string(subject))]).bytes
        let head = """
            POST /inquire HTTP/1.1\r
            Host: \(host.host):\(host.port)\r
            Content-Type: application/json\r
            Content-Length: \(body.count)\r
            Connection: close\r
            \r\n
            """
        return Array(head.utf8) + body
    }
}
