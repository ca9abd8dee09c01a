import Wire

extension ByteReader {
    /// XML after its length in four bytes.
    mutating func xml(_ field: String) throws(WireError) -> XMLText {
        XMLText(bytes: try block(countBytes: 4, field))
    }

    /// XML after its length, or nothing at all.
    mutating func optionalXML(_ field: String) throws(WireError) -> XMLText? {
        isAtEnd ? nil : try xml(field)
    }

    /// 1 for yes, 0 for no.
    mutating func flag(_ field: String) throws(WireError) -> Bool {
        let start = self
        switch try uint8(field) {
        case 0: return false
        case 1: return true
        default: throw start.error(field, expected: "0 or 1", found: "another number")
        }
    }

    /// ASCII after its length.
    mutating func ascii(countBytes: Int, _ field: String) throws(WireError) -> String {
        let start = self
        let bytes = try block(countBytes: countBytes, field)
        guard bytes.allSatisfy({ $0 < 0x80 }) else {
            throw start.error(field, expected: "ASCII", found: "a byte above 0x7F")
        }
        return String(ascii: bytes)
    }
}

extension String {
    /// Text of a field that should be ASCII. Another byte becomes a question mark, so that the length stays.
    init(ascii bytes: some Collection<UInt8>) {
        self.init(decoding: bytes.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }

    /// The same the other way round, a byte for each scalar.
    var ascii: [UInt8] {
        unicodeScalars.map { $0.isASCII ? UInt8(truncatingIfNeeded: $0.value) : UInt8(ascii: "?") }
    }
}
