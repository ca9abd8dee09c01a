import Payments

extension AcquirerRequest {
    /// The request as a reader sends it through the host link: a complete HTTP/1.1 POST.
    public func httpPost(host: String, port: UInt16) -> [UInt8] {
        let body = json.bytes
        let head = """
            POST /authorise HTTP/1.1\r
            Host: \(host):\(port)\r
            Content-Type: application/json\r
            Content-Length: \(body.count)\r
            Connection: close\r
            \r\n
            """
        return Array(head.utf8) + body
    }
}

extension AcquirerAnswer {
    /// Reads what came back; headers may be missing, because some hosts hand over none. Nil where it is no answer.
    /// Source: heft.md 5.2.
    public init?(httpAnswer bytes: [UInt8]) {
        guard bytes.starts(with: "HTTP/1.1 200".utf8), let head = HTTPRequestReader.endOfHead(bytes),
            let json = try? JSONValue.parse(Array(bytes[(head + 4)...]))
        else { return nil }
        self.init(json)
    }
}
