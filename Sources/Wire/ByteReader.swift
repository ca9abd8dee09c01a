/// Reads big-endian fields from bytes, front to back, and never past the end.
public struct ByteReader: Sendable {
    private let bytes: [UInt8]
    /// How many bytes have been read.
    public private(set) var offset = 0
    /// Names the message in errors.
    private let path: [String]
    /// Bytes of the message before these, counted in errors.
    private let base: Int

    public init(_ bytes: [UInt8], path: [String] = [], base: Int = 0) {
        self.bytes = bytes
        self.path = path
        self.base = base
    }

    public var remaining: Int { bytes.count - offset }
    public var isAtEnd: Bool { remaining == 0 }

    /// - Throws: `WireError` where fewer than `count` bytes are left.
    public mutating func take(_ count: Int, _ field: String) throws(WireError) -> [UInt8] {
        guard count >= 0, count <= remaining else {
            throw error(field, expected: "\(count) bytes", found: "\(remaining)")
        }
        defer { offset += count }
        return Array(bytes[offset..<offset + count])
    }

    /// Bytes after a big-endian count of them.
    /// - Throws: `WireError` at the count where it promises more than there is.
    public mutating func block(countBytes: Int, _ field: String) throws(WireError) -> [UInt8] {
        let start = self
        let count = try take(countBytes, field).reduce(0) { $0 << 8 | Int($1) }
        guard count <= remaining else {
            throw start.error(field, "length", expected: "at most \(remaining)", found: "\(count)")
        }
        return try take(count, field)
    }

    /// A reader of the next bytes alone, whose errors tell their place in the whole message.
    /// - Parameter field: leads to what is read there.
    /// - Throws: `WireError` where fewer than `count` bytes are left.
    public mutating func slice(_ count: Int, _ field: String) throws(WireError) -> ByteReader {
        let place = base + offset
        return ByteReader(try take(count, field), path: path + [field], base: place)
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
            throw error(field, expected: "end", found: "\(remaining) more bytes")
        }
    }

    /// An error at this place; the fields lead to it, outermost first.
    public func error(_ fields: String..., expected: String, found: String) -> WireError {
        WireError(offset: base + offset, expected: expected, found: found, path: path + fields)
    }
}
