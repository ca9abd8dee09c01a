import Glibc
import Heft
import Inspector
import Payments
import Text

/// `till decode`: frames, control pairs and messages from hexadecimal digits.
struct DecodeCommand {
    let place: Workplace

    /// - Parameters:
    ///   - hex: the digits, or `-` for standard input; white space and colons between bytes don't count.
    ///   - wireProtocol: which the bytes are.
    /// - Returns: a fault where anything is malformed, after all that is good has been told.
    func run(_ hex: String?, _ wireProtocol: ReaderAddress.WireProtocol) throws(Stop) -> ExitStatus {
        let text = hex.map { $0 == "-" ? Self.input() : $0 } ?? Self.input()
        guard let bytes = Self.bytes(text) else { throw Stop(.usage, "hex-malformed") }
        var isSound = true
        let items =
            switch wireProtocol {
            case .heft: HeftDecoder.decode(bytes)
            case .datecs: DatecsDecoder.decode(bytes)
            }
        for item in items {
            if case .malformed = item { isSound = false }
            if case .frame(let frame) = item, frame.crcOk == false { isSound = false }
            place.invocation.json ? Output.json(DecodedText.json(item)) : DecodedText.lines(item).forEach(Output.line)
        }
        return isSound ? .done : .fault
    }

    private static func input() -> String {
        var text = ""
        while let line = readLine(strippingNewline: false) { text += line }
        return text
    }

    private static func bytes(_ text: String) -> [UInt8]? {
        let digits = text.unicodeScalars.filter { !" \t\r\n:".unicodeScalars.contains($0) }
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in digits {
            guard digit.isASCII, let value = Character(digit).hexDigitValue else { return nil }
            if let first = high {
                bytes.append(first << 4 | UInt8(value))
                high = nil
            } else {
                high = UInt8(value)
            }
        }
        return bytes
    }
}

/// What was decoded, as lines for people and as objects for scripts.
enum DecodedText {
    static func json(_ item: DecodedItem) -> JSONValue {
        switch item {
        case .frame(let frame):
            .object([
                ("event", "frame"), ("offset", .integer(Int64(frame.offset))),
                ("length", .integer(Int64(frame.length))),
                ("kind", .string(frame.kind.rawValue)), ("crcOk", frame.crcOk.map(JSONValue.bool)),
            ])
        case .message(let message):
            .object([
                ("event", "message"), ("command", .string(message.command.text)),
                ("direction", .string(message.direction.rawValue)),
                ("status", message.status.map { .string("0x" + EventJSON.hex($0.rawValue)) }),
                ("length", .integer(Int64(message.length))), ("fields", fields(message.fields)),
            ])
        case .packet(let packet):
            .object([
                ("event", "message"), ("command", .string(packet.id)), ("name", packet.name.map(JSONValue.string)),
                ("direction", .string(packet.direction.rawValue)),
                ("status", packet.status.map { .string("0x" + hexByte($0)) }),
                ("statusName", packet.statusName.map(JSONValue.string)),
                ("length", .integer(Int64(packet.length))), ("fields", fields(packet.fields)),
            ])
        case .malformed(let offset, let text):
            .object([("event", "malformed"), ("offset", .integer(Int64(offset))), ("text", .string(printable(text)))])
        }
    }

    private static func hexByte(_ byte: UInt8) -> String {
        (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }

    private static func fields(_ fields: [DecodedField]) -> JSONValue {
        .object(
            fields.map { field in
                (field.name, field.children.isEmpty ? .string(field.value) : Self.fields(field.children))
            })
    }

    static func lines(_ item: DecodedItem) -> [String] {
        switch item {
        case .frame(let frame):
            let crc = frame.crcOk.map { $0 ? " CRC ok" : " CRC wrong" } ?? ""
            return ["\(frame.offset)\t\(frame.length)\t\(frame.kind.rawValue)\(crc)"]
        case .message(let message):
            let status = message.status.map { " 0x" + EventJSON.hex($0.rawValue) } ?? ""
            let head = "\t\(message.command.text)\(status) \(message.direction.rawValue) \(message.length)"
            return [head] + lines(message.fields, indent: "\t\t")
        case .packet(let packet):
            let words = [packet.id, packet.name, packet.status.map { "\($0)" }, packet.statusName].compactMap(\.self)
            let head = "\t\(words.joined(separator: " ")) \(packet.direction.rawValue) \(packet.length)"
            return [head] + lines(packet.fields, indent: "\t\t")
        case .malformed(let offset, let text): return ["\(offset)\t! \(printable(text))"]
        }
    }

    private static func lines(_ fields: [DecodedField], indent: String) -> [String] {
        fields.flatMap { field in
            let value = field.value.isEmpty ? "" : ": " + printable(field.value)
            return [indent + field.name + value] + lines(field.children, indent: indent + "  ")
        }
    }
}
