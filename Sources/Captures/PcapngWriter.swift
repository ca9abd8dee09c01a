/// Makes a pcapng file of one section, block by block. Times are in microseconds.
public struct PcapngWriter: Sendable {
    private let linkTypes: [LinkType]
    private let name: String
    private let application: String

    /// - Parameters:
    ///   - linkTypes: one interface each.
    ///   - name: of the interfaces, for people: `HEFT serial:///dev/ttyACM0`.
    ///   - application: that wrote the file.
    public init(linkTypes: [LinkType], name: String, application: String) {
        self.linkTypes = linkTypes
        self.name = name
        self.application = application
    }

    /// What the file begins with.
    public var header: [UInt8] {
        var section: [UInt8] = []
        section.append(littleEndian: Pcapng.byteOrderMagic)
        section.append(littleEndian: Pcapng.version)
        section.append(littleEndian: UInt16(0))
        section.append(littleEndian: Int64(-1))
        section.append(option: Pcapng.Option.userApplication, Array(application.utf8))
        section.appendEndOfOptions()
        return Self.block(Pcapng.sectionHeader, section) + linkTypes.flatMap(interface)
    }

    private func interface(_ linkType: LinkType) -> [UInt8] {
        var interface: [UInt8] = []
        interface.append(littleEndian: linkType.rawValue)
        interface.append(littleEndian: UInt16(0))
        interface.append(littleEndian: UInt32(0))
        interface.append(option: Pcapng.Option.interfaceName, Array(name.utf8))
        interface.append(option: Pcapng.Option.timeResolution, [6])
        interface.appendEndOfOptions()
        return Self.block(Pcapng.interfaceDescription, interface)
    }

    /// The block of one packet; one of a link type without an interface is taken as the first one's.
    public func block(_ packet: CapturedPacket) -> [UInt8] {
        var body: [UInt8] = []
        let time = UInt64(bitPattern: packet.microseconds)
        body.append(littleEndian: UInt32(linkTypes.firstIndex(of: packet.linkType) ?? 0))
        body.append(littleEndian: UInt32(truncatingIfNeeded: time >> 32))
        body.append(littleEndian: UInt32(truncatingIfNeeded: time))
        body.append(littleEndian: UInt32(clamping: packet.bytes.count))
        body.append(littleEndian: UInt32(clamping: packet.originalLength))
        body.append(padded: packet.bytes)
        if let comment = packet.comment { body.append(option: Pcapng.Option.comment, Array(comment.utf8)) }
        if let direction = packet.direction {
            var flags: [UInt8] = []
            flags.append(littleEndian: direction.rawValue)
            body.append(option: Pcapng.Option.flags, flags)
        }
        body.appendEndOfOptions()
        return Self.block(Pcapng.enhancedPacket, body)
    }

    private static func block(_ type: UInt32, _ body: [UInt8]) -> [UInt8] {
        let length = UInt32(body.count + Pcapng.overhead)
        var block: [UInt8] = []
        block.append(littleEndian: type)
        block.append(littleEndian: length)
        block += body
        block.append(littleEndian: length)
        return block
    }
}

extension [UInt8] {
    fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }

    /// Zeros up to the next multiple of four follow.
    fileprivate mutating func append(padded bytes: some Collection<UInt8>) {
        append(contentsOf: bytes)
        append(contentsOf: repeatElement(0, count: (4 - bytes.count % 4) % 4))
    }

    /// At most 65,535 bytes; the rest is cut off.
    fileprivate mutating func append(option code: UInt16, _ value: [UInt8]) {
        let value = value.prefix(0xFFFF)
        append(littleEndian: code)
        append(littleEndian: UInt16(value.count))
        append(padded: value)
    }

    fileprivate mutating func appendEndOfOptions() {
        append(littleEndian: Pcapng.Option.end)
        append(littleEndian: UInt16(0))
    }
}
