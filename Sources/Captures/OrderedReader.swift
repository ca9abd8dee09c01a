import Wire

/// Reads fields in the byte order of the file.
struct OrderedReader: Sendable {
    private var reader: ByteReader
    private var isLittleEndian = true

    init(_ bytes: [UInt8], base: Int = 0, isLittleEndian: Bool = true) {
        reader = ByteReader(bytes, path: ["pcapng"], base: base)
        self.isLittleEndian = isLittleEndian
    }

    var isAtEnd: Bool { reader.isAtEnd }

    func error(_ field: String, expected: String, found: String) -> WireError {
        reader.error(field, expected: expected, found: found)
    }

    mutating func take(_ count: Int, _ field: String) throws(WireError) -> [UInt8] {
        try reader.take(count, field)
    }

    mutating func uint16(_ field: String) throws(WireError) -> UInt16 {
        let value = try reader.uint16(field)
        return isLittleEndian ? value.byteSwapped : value
    }

    mutating func uint32(_ field: String) throws(WireError) -> UInt32 {
        let value = try reader.uint32(field)
        return isLittleEndian ? value.byteSwapped : value
    }

    /// Learns the byte order from the magic that stands `offset` bytes further on.
    mutating func setOrder(magicAfter offset: Int) throws(WireError) {
        var ahead = reader
        _ = try ahead.take(offset, "length")
        let magic = try ahead.uint32("byte-order magic")
        guard magic == Pcapng.byteOrderMagic || magic.byteSwapped == Pcapng.byteOrderMagic else {
            throw error("byte-order magic", expected: "1A2B3C4D", found: "another number")
        }
        isLittleEndian = magic != Pcapng.byteOrderMagic
    }

    /// The body of a block whose type has been read.
    mutating func block() throws(WireError) -> OrderedReader {
        let start = self
        let length = Int(try uint32("length"))
        guard length >= Pcapng.overhead, length.isMultiple(of: 4) else {
            throw start.error("length", expected: "a multiple of 4 from 12 on", found: "\(length)")
        }
        let body = try reader.take(length - Pcapng.overhead, "block")
        guard try uint32("second length") == length else {
            throw start.error("second length", expected: "\(length)", found: "another number")
        }
        return OrderedReader(body, isLittleEndian: isLittleEndian)
    }

    /// Skips to the next multiple of four.
    mutating func align() throws(WireError) {
        _ = try reader.take(min((4 - reader.offset % 4) % 4, reader.remaining), "padding")
    }

    /// The options to the end of the block, or to the option that ends them.
    mutating func options() throws(WireError) -> [(code: UInt16, value: [UInt8])] {
        var options: [(code: UInt16, value: [UInt8])] = []
        while !isAtEnd {
            let code = try uint16("option")
            let length = Int(try uint16("option length"))
            if code == Pcapng.Option.end { break }
            options.append((code, try reader.take(length, "option")))
            try align()
        }
        return options
    }

    /// The direction in the flags of a packet.
    func direction(_ flags: [UInt8]) -> CapturedPacket.Direction? {
        var field = OrderedReader(flags, isLittleEndian: isLittleEndian)
        guard let value = try? field.uint32("flags") else { return nil }
        return CapturedPacket.Direction(rawValue: value & 3)
    }
}
