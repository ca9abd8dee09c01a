/// Reads JSON from front to back; recursion is bounded by `JSONValue.deepest`.
struct JSONParser {
    private let bytes: [UInt8]
    private var offset = 0
    private var depth = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func document() throws(JSONError) -> JSONValue {
        let value = try value()
        skipSpace()
        guard offset == bytes.count else { throw JSONError(.unexpected, at: offset) }
        return value
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        skipSpace()
        guard let first = peek else { throw JSONError(.endOfText, at: offset) }
        switch first {
        case UInt8(ascii: "{"): return try nested { (parser) throws(JSONError) in try parser.object() }
        case UInt8(ascii: "["): return try nested { (parser) throws(JSONError) in try parser.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func nested(
        _ read: (inout JSONParser) throws(JSONError) -> JSONValue
    ) throws(JSONError) -> JSONValue {
        guard depth < JSONValue.deepest else { throw JSONError(.tooDeep, at: offset) }
        depth += 1
        offset += 1
        let value = try read(&self)
        depth -= 1
        return value
    }

    private mutating func array() throws(JSONError) -> JSONValue {
        var elements: [JSONValue] = []
        if skips(UInt8(ascii: "]")) { return .array(elements) }
        repeat { elements.append(try value()) } while skips(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"))
        return .array(elements)
    }

    private mutating func object() throws(JSONError) -> JSONValue {
        var members: [JSONValue.Member] = []
        var names: Set<String> = []
        if skips(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipSpace()
            let start = offset
            let name = try string()
            guard names.insert(name).inserted else { throw JSONError(.nameTwice, at: start) }
            try expect(UInt8(ascii: ":"))
            members.append(JSONValue.Member(name, try value()))
        } while skips(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"))
        return .object(members)
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        guard bytes[offset...].starts(with: word.utf8) else { throw JSONError(.unexpected, at: offset) }
        offset += word.utf8.count
        return value
    }
}

// Numbers.
extension JSONParser {
    private mutating func number() throws(JSONError) -> JSONValue {
        let start = offset
        _ = takes(UInt8(ascii: "-"))
        let leadingZero = peek == UInt8(ascii: "0")
        let digits = skipDigits()
        guard digits > 0 else { throw JSONError(start == offset ? .unexpected : .badNumber, at: start) }
        guard digits == 1 || !leadingZero else { throw JSONError(.badNumber, at: start) }
        let isWhole = try !skipFraction(from: start)
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        if isWhole, let integer = Int64(text) { return .integer(integer) }
        guard let value = Double(text), value.isFinite else { throw JSONError(.badNumber, at: start) }
        return .fraction(value)
    }

    /// Skips a fraction and an exponent; true where there was one of them.
    private mutating func skipFraction(from start: Int) throws(JSONError) -> Bool {
        let whole = offset
        if takes(UInt8(ascii: ".")), skipDigits() == 0 { throw JSONError(.badNumber, at: start) }
        if takes(UInt8(ascii: "e")) || takes(UInt8(ascii: "E")) {
            _ = takes(UInt8(ascii: "+")) || takes(UInt8(ascii: "-"))
            if skipDigits() == 0 { throw JSONError(.badNumber, at: start) }
        }
        return offset > whole
    }

    private mutating func skipDigits() -> Int {
        let start = offset
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
        return offset - start
    }
}

// Strings.
extension JSONParser {
    private mutating func string() throws(JSONError) -> String {
        try expect(UInt8(ascii: "\""))
        let start = offset
        var content: [UInt8] = []
        while let byte = peek {
            offset += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: content, as: UTF8.self) else {
                    throw JSONError(.notUTF8, at: start)
                }
                return text
            case UInt8(ascii: "\\"): content += String(try escaped()).utf8
            case 0x00..<0x20: throw JSONError(.controlCharacter, at: offset - 1)
            default: content.append(byte)
            }
        }
        throw JSONError(.endOfText, at: offset)
    }

    private mutating func escaped() throws(JSONError) -> Character {
        guard let byte = peek else { throw JSONError(.endOfText, at: offset) }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Character(Unicode.Scalar(byte))
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return Character(try codePoint())
        default: throw JSONError(.badEscape, at: offset - 1)
        }
    }

    /// Four digits, or twice four for a surrogate pair.
    private mutating func codePoint() throws(JSONError) -> Unicode.Scalar {
        let start = offset
        let high = try fourDigits()
        if let scalar = Unicode.Scalar(high) { return scalar }
        guard (0xD800..<0xDC00).contains(high), takes(UInt8(ascii: "\\")), takes(UInt8(ascii: "u")) else {
            throw JSONError(.badEscape, at: start)
        }
        let low = try fourDigits()
        guard (0xDC00..<0xE000).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        else { throw JSONError(.badEscape, at: start) }
        return scalar
    }

    private mutating func fourDigits() throws(JSONError) -> UInt32 {
        guard bytes.count - offset >= 4 else { throw JSONError(.endOfText, at: bytes.count) }
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(bytes[offset])).hexDigitValue else {
                throw JSONError(.badEscape, at: offset)
            }
            value = value << 4 | UInt32(digit)
            offset += 1
        }
        return value
    }
}

// Single bytes.
extension JSONParser {
    private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func takes(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        offset += 1
        return true
    }

    private mutating func skips(_ byte: UInt8) -> Bool {
        skipSpace()
        return takes(byte)
    }

    private mutating func expect(_ byte: UInt8) throws(JSONError) {
        guard skips(byte) else { throw JSONError(offset < bytes.count ? .unexpected : .endOfText, at: offset) }
    }

    private mutating func skipSpace() {
        while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { offset += 1 }
    }
}
