/// Reads big-endian fields from bytes, front to back, and never past the end.
public struct ByteReader: Sendable {
    private let bytes: [UInt8]
    /// How many bytes have been read.
    public private(set) var offset = 0
    /// Names the message in errors.
    private let path: [String]

    public init(_ bytes: [UInt8], path: [String] = []) {
        self.bytes = bytes
        self.path = path
    }

    public var remaining: Int { bytes.count - offset }
    public var isAtEnd: Bool { remaining == 0 }

    /// - Throws: `WireError` where fewer than `count` bytes are left.
    public mutating func take(_ count: Int, _ field: String) throws(WireError) -> [UInt8] {
        guard count >= 0, count <= remaining else {
            throw WireError(
                offset: offset, expected: "\(count) bytes", found: "\(remaining)", path: path + [field])
        }
        defer { offset += count }
        return Array(bytes[offset..<offset + count])
    }

    public mutating func takeRest() -> [UInt8] {
        defer { offset = bytes.count }
        return Array(bytes[offset...])
    }

    public mutating func uint8(_ field: String) throws(WireError) -> UInt8 {
        try take(1, field)[0]
    }

    public mutating func uint16(_ field: String) throws(WireError) -> UInt16 {
        let taken = try take(2, field)
        return UInt16(taken[0]) << 8 | UInt16(taken[1])
    }

    public mutating func uint32(_ field: String) throws(WireError) -> UInt32 {
        try take(4, field).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// - Throws: `WireError` where bytes are left over.
    public func expectEnd(_ field: String) throws(WireError) {
        guard isAtEnd else {
            throw WireError(offset: offset, expected: "end", found: "\(remaining) more bytes", path: path + [field])
        }
    }
}
