public import Wire

/// A message as it stands between the frames: a header in ASCII and a payload. Source: heft.md 3.1.
public struct Message: Hashable, Sendable {
    public var command: CommandID
    /// Answers have one, requests don't.
    public var status: Status?
    /// At most 0xFFFFFF bytes.
    public var payload: [UInt8]

    public init(_ command: CommandID, status: Status? = nil, payload: [UInt8] = []) {
        self.command = command
        self.status = status
        self.payload = payload
    }

    /// Bytes of the longest message: six hex digits of payload after an answer's header.
    public static let maxLength = 0xFF_FFFF + 14

    /// Bytes of the header: `F0000000C5`, or `F0010001000000` with a status.
    public var headerLength: Int { status == nil ? 10 : 14 }
}

extension Message {
    /// Reads a message out of the joined data of its frames.
    /// - Throws: `WireError` where the header isn't one or its length isn't the payload's.
    public init(bytes: [UInt8]) throws(WireError) {
        var reader = ByteReader(bytes)
        let text = try reader.take(4, "command")
        guard let command = CommandID(ascii: text) else {
            throw WireError(offset: 0, expected: "a letter and three digits", found: "other bytes", path: ["command"])
        }
        reader = ByteReader(Array(bytes[4...]), path: [command.text], base: 4)
        var status: Status?
        if command.isAnswer {
            status = Status(rawValue: UInt16(truncatingIfNeeded: try reader.hex(4, "status")))
        }
        let length = try reader.hex(6, "length")
        guard reader.remaining == length else {
            throw WireError(
                offset: command.isAnswer ? 8 : 4, expected: "\(length) bytes of payload",
                found: "\(reader.remaining)", path: [command.text, "length"])
        }
        self.init(command, status: status, payload: reader.takeRest())
    }

    /// The message as it goes into frames.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(headerLength + payload.count)
        bytes.append(bigEndian: command.rawValue)
        if let status { bytes.append(hex: Int(status.rawValue), digits: 4) }
        bytes.append(hex: payload.count, digits: 6)
        return bytes + payload
    }
}

extension ByteReader {
    /// A number in ASCII hex digits of either case.
    fileprivate mutating func hex(_ digits: Int, _ field: String) throws(WireError) -> Int {
        let start = self
        var value = 0
        for digit in try take(digits, field) {
            guard let nibble = Character(Unicode.Scalar(digit)).hexDigitValue else {
                throw start.error(field, expected: "\(digits) hex digits", found: "another byte")
            }
            value = value << 4 | nibble
        }
        return value
    }
}

extension [UInt8] {
    fileprivate mutating func append(hex value: Int, digits: Int) {
        let text = String(value, radix: 16, uppercase: true)
        append(contentsOf: repeatElement(0x30, count: Swift.max(0, digits - text.utf8.count)))
        append(contentsOf: text.utf8)
    }
}
