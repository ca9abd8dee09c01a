extension [UInt8] {
    /// Appends a number, most significant byte first.
    public mutating func append(bigEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }
}
