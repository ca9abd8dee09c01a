extension ByteReader {
    /// A number in binary-coded decimal, two digits a byte, at most nine bytes.
    /// - Throws: `WireError` where a half byte is no digit.
    public mutating func bcd(_ count: Int, _ field: String) throws(WireError) -> Int {
        let start = self
        var value = 0
        for byte in try take(count, field) {
            guard byte >> 4 < 10, byte & 0xF < 10 else {
                throw start.error(field, expected: "BCD digits", found: "another half byte")
            }
            value = value * 100 + Int(byte >> 4) * 10 + Int(byte & 0xF)
        }
        return value
    }
}

extension [UInt8] {
    /// Appends a number in binary-coded decimal, two digits a byte, at most nine bytes. A number that doesn't fit is
    /// taken as the nearest one that does.
    public mutating func append(bcd value: Int, count: Int) {
        let largest = (0..<count).reduce(1) { power, _ in power * 100 } - 1
        var rest = Swift.min(Swift.max(value, 0), largest)
        var bytes: [UInt8] = []
        for _ in 0..<count {
            bytes.append(UInt8((rest / 10 % 10) << 4 | rest % 10))
            rest /= 100
        }
        append(contentsOf: bytes.reversed())
    }
}
