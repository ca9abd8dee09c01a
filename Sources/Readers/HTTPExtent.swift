/// Says where an HTTP/1.1 answer ends, so that it can be handed on without waiting for the server to hang up.
enum HTTPExtent {
    /// True once the header and as many bytes as its `Content-Length` says are there. Without that header only the
    /// end of the connection ends the answer.
    static func isComplete(_ bytes: [UInt8]) -> Bool {
        guard let bodyStart = endOfHeader(bytes), let length = contentLength(bytes[..<bodyStart]) else { return false }
        return bytes.count - bodyStart >= length
    }

    private static func endOfHeader(_ bytes: [UInt8]) -> Int? {
        let blankLine: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
        guard bytes.count >= blankLine.count else { return nil }
        return (0...bytes.count - blankLine.count)
            .first { bytes[$0..<$0 + blankLine.count].elementsEqual(blankLine) }
            .map { $0 + blankLine.count }
    }

    private static func contentLength(_ header: ArraySlice<UInt8>) -> Int? {
        for line in header.split(separator: 0x0A) {
            let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1)
            guard parts.count == 2 else { continue }
            let name = String(decoding: parts[0], as: UTF8.self).lowercased()
            guard name == "content-length" else { continue }
            let digits = parts[1].filter { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }
            guard let length = Int(String(decoding: digits, as: UTF8.self)), length >= 0 else { return nil }
            return length
        }
        return nil
    }
}
