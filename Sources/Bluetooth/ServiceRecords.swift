/// What a device answers when it is asked for its services: records, each a list of numbered attributes.
public struct ServiceRecords {
    private let records: [[UInt64: ServiceElement]]

    private static let serviceClasses: UInt64 = 0x0001
    private static let protocols: UInt64 = 0x0004
    private static let rfcomm = ServiceUUID(short: 0x0003)
    /// The Serial Port Profile. *seen twice*
    static let serialPort: UInt16 = 0x1101

    /// Reads the attribute lists of an answer. What stands after a broken record is not looked at; nothing traps.
    public init(answer: [UInt8]) {
        var rest = answer[...]
        let lists = ServiceElement.read(&rest)?.elements ?? []
        records = lists.map { Self.attributes($0.elements ?? []) }
    }

    /// Numbers and values take turns.
    private static func attributes(_ elements: [ServiceElement]) -> [UInt64: ServiceElement] {
        var attributes: [UInt64: ServiceElement] = [:]
        var rest = elements[...]
        while let number = rest.popFirst(), let value = rest.popFirst() {
            guard case .unsigned(let number) = number else { continue }
            attributes[number] = value
        }
        return attributes
    }

    /// The RFCOMM channel of the first serial port; nil where none is named that exists.
    public var serialPortChannel: UInt8? {
        records.lazy.filter(Self.isSerialPort).compactMap(Self.channel).first
    }

    private static func isSerialPort(_ record: [UInt64: ServiceElement]) -> Bool {
        record[serviceClasses]?.elements?.contains(.uuid(ServiceUUID(short: serialPort))) ?? false
    }

    /// A stack of protocols is a sequence of sequences, each a UUID and its parameters: L2CAP below, RFCOMM and its channel
    /// above. A record may list several stacks.
    private static func channel(_ record: [UInt64: ServiceElement]) -> UInt8? {
        let layers = record[protocols]?.elements ?? []
        let stacks = layers + layers.flatMap { $0.elements ?? [] }
        for case .sequence(let layer) in stacks where layer.count > 1 && layer[0] == .uuid(rfcomm) {
            if case .unsigned(let channel) = layer[1], (1...30).contains(channel) { return UInt8(channel) }
        }
        return nil
    }
}
