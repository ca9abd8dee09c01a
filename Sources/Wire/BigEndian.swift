extension [UInt8] {
    /// Appends a number, most significant byte first.
    public mutating func append(bigEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }

    /// Appends bytes after a big-endian count of them. What the count can't say is cut off.
    public mutating func append(block bytes: some Collection<UInt8>, countBytes: Int) {
        let block = bytes.prefix(1 << (8 * countBytes) - 1)
        append(contentsOf: (0..<countBytes).reversed().map { UInt8(truncatingIfNeeded: block.count >> (8 * $0)) })
        append(contentsOf: block)
    }
}
