import Wire

/// The answer to GET PINPAD INFO, 43 bytes. Source: datecs.md 15.
public struct PinpadInfo: Hashable, Sendable {
    /// At most 20 characters: `BluePad-50`.
    public var model: String
    /// At most 10 characters.
    public var serialNumber: String
    public var software: SoftwareVersion
    /// At most 8 characters.
    public var terminalID: String
    public var menu: MenuType

    public init(
        model: String, serialNumber: String, software: SoftwareVersion, terminalID: String, menu: MenuType
    ) {
        self.model = model
        self.serialNumber = serialNumber
        self.software = software
        self.terminalID = terminalID
        self.menu = menu
    }
}

extension PinpadInfo {
    private static let (modelWidth, serialWidth, terminalWidth) = (20, 10, 8)

    init(_ reader: inout ByteReader) throws(WireError) {
        model = try reader.padded(Self.modelWidth, "model")
        serialNumber = try reader.padded(Self.serialWidth, "serialNumber")
        software = try SoftwareVersion(&reader)
        terminalID = try reader.padded(Self.terminalWidth, "terminalID")
        menu = MenuType(rawValue: try reader.uint8("menu"))
    }

    var fields: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(padded: model, Self.modelWidth)
        bytes.append(padded: serialNumber, Self.serialWidth)
        bytes += software.parts
        bytes.append(padded: terminalID, Self.terminalWidth)
        return bytes + [menu.rawValue]
    }
}

/// Four numbers of one byte each: 1.1.36.1.
public struct SoftwareVersion: Hashable, Sendable, CustomStringConvertible {
    public let parts: [UInt8]

    public init(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) {
        parts = [first, second, third, fourth]
    }

    init(_ reader: inout ByteReader) throws(WireError) {
        parts = try reader.take(4, "software")
    }

    public var description: String { parts.map { String($0) }.joined(separator: ".") }
}

/// What the reader's own menu offers. Counted from 1 on the wire, though one library counts from 0. *seen*
public struct MenuType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Nil outside the table. Source: datecs.md 10.6.
    public var name: String? { Self.names[rawValue] }

    private static let names: [UInt8: String] = [
        1: "trading", 2: "trading + reference", 3: "trading + cashback", 4: "hotel or car rental",
        5: "bar or restaurant", 6: "bank exchange", 7: "test",
    ]
}
