public import Wire

/// Reads the packets of a pcapng file, in either byte order, with any number of sections and interfaces. Blocks other
/// than enhanced packets are passed over.
public struct PcapngReader: Sendable {
    private struct Interface {
        var linkType: LinkType
        /// Ticks a second.
        var resolution: Int64 = 1_000_000
    }

    private var reader: OrderedReader
    /// What wrote the current section, by its own account; nil before the first one, or where it doesn't say.
    public private(set) var application: String?
    /// Of the current section; nil before the first one.
    private var interfaces: [Interface]?

    public init(_ bytes: [UInt8]) {
        reader = OrderedReader(bytes)
    }

    /// The next packet; nil at the end of the file.
    /// - Throws: `WireError` at damage, after the packets before it.
    public mutating func next() throws(WireError) -> CapturedPacket? {
        while !reader.isAtEnd {
            let start = reader
            let type = try reader.uint32("block type")
            if type == Pcapng.sectionHeader {
                try beginSection()
                continue
            }
            guard let known = interfaces else {
                throw start.error("block type", expected: "a section header", found: "another block")
            }
            var body = try reader.block()
            switch type {
            case Pcapng.interfaceDescription: interfaces = known + [try Self.interface(&body)]
            case Pcapng.enhancedPacket: return try Self.packet(&body, known)
            default: break
            }
        }
        return nil
    }

    /// The byte order of a section is known from its magic, which stands behind the length.
    private mutating func beginSection() throws(WireError) {
        interfaces = []
        try reader.setOrder(magicAfter: 4)
        var body = try reader.block()
        _ = try body.take(Self.sectionStart, "section header")
        application = try body.options().first { $0.code == Pcapng.Option.userApplication }.map {
            String(decoding: $0.value, as: UTF8.self)
        }
    }

    /// Magic, version and length of a section.
    private static let sectionStart = 16

    private static func interface(_ body: inout OrderedReader) throws(WireError) -> Interface {
        var interface = Interface(linkType: LinkType(rawValue: try body.uint16("link type")))
        _ = try body.take(6, "snap length")
        for option in try body.options() where option.code == Pcapng.Option.timeResolution {
            interface.resolution = resolution(option.value.first ?? 6)
        }
        return interface
    }

    /// A power of ten, or of two where the top bit is set.
    private static func resolution(_ value: UInt8) -> Int64 {
        let isBinary = value & 0x80 != 0
        let exponent = min(Int(value & 0x7F), isBinary ? 62 : 18)
        return (0..<exponent).reduce(1) { power, _ in power * (isBinary ? 2 : 10) }
    }

    private static func packet(
        _ body: inout OrderedReader, _ interfaces: [Interface]
    ) throws(WireError) -> CapturedPacket {
        let index = Int(try body.uint32("interface"))
        guard interfaces.indices.contains(index) else {
            throw body.error("interface", expected: "one of \(interfaces.count)", found: "\(index)")
        }
        let high = UInt64(try body.uint32("time"))
        let ticks = Int64(bitPattern: high << 32 | UInt64(try body.uint32("time")))
        let captured = Int(try body.uint32("captured length"))
        let original = Int(try body.uint32("original length"))
        let bytes = try body.take(captured, "data")
        try body.align()
        var packet = CapturedPacket(
            microseconds: microseconds(ticks, interfaces[index].resolution), direction: nil,
            linkType: interfaces[index].linkType, bytes: bytes, originalLength: original)
        for option in try body.options() {
            switch option.code {
            case Pcapng.Option.comment: packet.comment = String(decoding: option.value, as: UTF8.self)
            case Pcapng.Option.flags: packet.direction = body.direction(option.value)
            default: break
            }
        }
        return packet
    }

    private static func microseconds(_ ticks: Int64, _ resolution: Int64) -> Int64 {
        let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: resolution)
        let micros = rest.multipliedFullWidth(by: 1_000_000)
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return overflow ? 0 : scaled &+ resolution.dividingFullWidth(micros).quotient
    }
}
