extension JSONValue {
    /// The value on one line, without spaces. Every control character is escaped, those of C1 and DEL too, so that the
    /// text can't steer a terminal.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// `text` in UTF-8.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        write(to: &bytes)
        return bytes
    }

    private func write(to out: inout [UInt8]) {
        switch self {
        case .null: out += "null".utf8
        case .bool(let value): out += (value ? "true" : "false").utf8
        case .integer(let number): out += String(number).utf8
        case .fraction(let number): out += (number.isFinite ? number.description : "null").utf8
        case .string(let text): Self.write(text, to: &out)
        case .array(let elements): Self.write(elements, to: &out)
        case .object(let members): Self.write(members, to: &out)
        }
    }

    private static func write(_ elements: [JSONValue], to out: inout [UInt8]) {
        out.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { out.append(UInt8(ascii: ",")) }
            element.write(to: &out)
        }
        out.append(UInt8(ascii: "]"))
    }

    private static func write(_ members: [Member], to out: inout [UInt8]) {
        out.append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            if index > 0 { out.append(UInt8(ascii: ",")) }
            write(member.name, to: &out)
            out.append(UInt8(ascii: ":"))
            member.value.write(to: &out)
        }
        out.append(UInt8(ascii: "}"))
    }

    private static func write(_ text: String, to out: inout [UInt8]) {
        out.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { bytes in
            if bytes.allSatisfy(isPlain) { out.append(contentsOf: bytes) } else { writeEscaped(bytes, to: &out) }
        }
        out.append(UInt8(ascii: "\""))
    }

    /// ASCII that stands for itself: most texts are nothing else.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private static func writeEscaped(_ text: UnsafeBufferPointer<UInt8>, to out: inout [UInt8]) {
        var lead: UInt8 = 0
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): out += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): out += "\\n".utf8
            case UInt8(ascii: "\r"): out += "\\r".utf8
            case UInt8(ascii: "\t"): out += "\\t".utf8
            case 0x00..<0x20, 0x7F: escape(byte, to: &out)
            case 0x80..<0xA0 where lead == 0xC2:
                out.removeLast()
                escape(byte, to: &out)
            default: out.append(byte)
            }
            lead = byte
        }
    }

    private static func escape(_ code: UInt8, to out: inout [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        out += "\\u00".utf8
        out += [digits[Int(code >> 4)], digits[Int(code & 0xF)]]
    }
}
