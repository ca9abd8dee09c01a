import Crypto

/// Takes fields off the front of bytes that may be anything.
struct FieldReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    /// - Returns: nil where so many are not there.
    mutating func take(_ count: Int) -> [UInt8]? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// A big-endian number of at most four bytes.
    mutating func number(_ bytes: Int) -> Int? {
        take(bytes)?.reduce(0) { $0 << 8 | Int($1) }
    }
}

extension [UInt8] {
    /// Appends a big-endian number.
    mutating func append(number: Int, _ bytes: Int) {
        for shift in (0..<bytes).reversed() { append(UInt8(truncatingIfNeeded: number >> (shift * 8))) }
    }
}
