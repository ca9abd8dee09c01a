/// Takes one HTTP/1.1 request with a body apart, as its bytes come in. Only what a virtual reader sends: a POST with
/// `Content-Length`. Pure.
struct HTTPRequestReader: Hashable, Sendable {
    /// [own choice: a request of ours has about 200 bytes of each]
    static let longestHead = 8192
    static let longestBody = 65_536

    enum Progress: Hashable, Sendable {
        case unfinished
        case body([UInt8])
        /// An HTTP status code.
        case refused(Int)
    }

    private var received: [UInt8] = []

    mutating func receive(_ bytes: [UInt8]) -> Progress {
        received += bytes
        guard let head = Self.endOfHead(received) else {
            return received.count > Self.longestHead ? .refused(431) : .unfinished
        }
        let lines = String(decoding: received[..<head], as: UTF8.self).split(separator: "\r\n")
        guard head <= Self.longestHead else { return .refused(431) }
        guard let first = lines.first, first.hasPrefix("POST "), first.hasSuffix(" HTTP/1.1") else {
            return .refused(400)
        }
        guard let length = Self.contentLength(lines.dropFirst()) else { return .refused(411) }
        guard length <= Self.longestBody else { return .refused(413) }
        let body = received[(head + 4)...]
        return body.count < length ? .unfinished : .body(Array(body.prefix(length)))
    }

    /// The offset of the blank line that ends the head.
    static func endOfHead(_ bytes: [UInt8]) -> Int? {
        let end = Array("\r\n\r\n".utf8)
        guard bytes.count >= end.count else { return nil }
        return (0...(bytes.count - end.count)).first { bytes[$0..<$0 + end.count].elementsEqual(end) }
    }

    private static func contentLength(_ lines: ArraySlice<Substring>) -> Int? {
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
            return Int(parts[1].drop { $0 == " " }).flatMap { $0 < 0 ? nil : $0 }
        }
        return nil
    }
}

/// An HTTP/1.1 answer with a JSON body, after which the connection is closed.
enum HTTPAnswer {
    static func bytes(status: Int, body: [UInt8]) -> [UInt8] {
        let head = """
            HTTP/1.1 \(status) \(status == 200 ? "OK" : "Refused")\r
            Content-Type: application/json\r
            Content-Length: \(body.count)\r
            Connection: close\r
            \r\n
            """
        return Array(head.utf8) + body
    }
}
