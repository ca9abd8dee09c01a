import Wire

/// The answer to GET MENU INFO, 123 bytes. Source: datecs.md 15.
public struct MenuInfo: Hashable, Sendable {
    /// At most 10 characters.
    public var serialNumber: String
    /// At most 8 characters.
    public var terminalID: String
    /// At most 16 characters.
    public var merchantID: String
    public var software: SoftwareVersion
    /// At most 16 characters, free text.
    public var buildDate: String
    /// At most 10 characters, free text.
    public var buildTime: String
    public var authorization: ServiceAddress
    public var keyLoad: ServiceAddress
    public var management: ServiceAddress
    /// Network numbers of the authorization and of the key host, at most 9999.
    public var authorizationNetwork, keyNetwork: Int
    public var keys: KeyState

    public init(
        serialNumber: String, terminalID: String, merchantID: String, software: SoftwareVersion, buildDate: String,
        buildTime: String, authorization: ServiceAddress, keyLoad: ServiceAddress, management: ServiceAddress,
        authorizationNetwork: Int, keyNetwork: Int, keys: KeyState
    ) {
        self.serialNumber = serialNumber
        self.terminalID = terminalID
        self.merchantID = merchantID
        self.software = software
        self.buildDate = buildDate
        self.buildTime = buildTime
        self.authorization = authorization
        self.keyLoad = keyLoad
        self.management = management
        self.authorizationNetwork = authorizationNetwork
        self.keyNetwork = keyNetwork
        self.keys = keys
    }
}

extension MenuInfo {
    private static let (serialWidth, terminalWidth, merchantWidth, dateWidth, timeWidth) = (10, 8, 16, 16, 10)

    init(_ reader: inout ByteReader) throws(WireError) {
        serialNumber = try reader.padded(Self.serialWidth, "serialNumber")
        terminalID = try reader.padded(Self.terminalWidth, "terminalID")
        merchantID = try reader.padded(Self.merchantWidth, "merchantID")
        software = try SoftwareVersion(&reader)
        buildDate = try reader.padded(Self.dateWidth, "buildDate")
        buildTime = try reader.padded(Self.timeWidth, "buildTime")
        authorization = try ServiceAddress(&reader, "authorization")
        keyLoad = try ServiceAddress(&reader, "keyLoad")
        management = try ServiceAddress(&reader, "management")
        authorizationNetwork = try reader.bcd(2, "authorizationNetwork")
        keyNetwork = try reader.bcd(2, "keyNetwork")
        keys = KeyState(rawValue: try reader.uint8("keys"))
    }

    var fields: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(padded: serialNumber, Self.serialWidth)
        bytes.append(padded: terminalID, Self.terminalWidth)
        bytes.append(padded: merchantID, Self.merchantWidth)
        bytes += software.parts
        bytes.append(padded: buildDate, Self.dateWidth)
        bytes.append(padded: buildTime, Self.timeWidth)
        bytes += authorization.fields + keyLoad.fields + management.fields
        bytes.append(bcd: authorizationNetwork, count: 2)
        bytes.append(bcd: keyNetwork, count: 2)
        return bytes + [keys.rawValue]
    }
}

/// Where one of the reader's hosts is.
public struct ServiceAddress: Hashable, Sendable {
    /// An address as text, at most 16 characters.
    public var host: String
    public var port: UInt16

    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    private static let hostWidth = 16

    init(_ reader: inout ByteReader, _ field: String) throws(WireError) {
        host = try reader.padded(Self.hostWidth, field)
        port = try reader.uint16(field)
    }

    var fields: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(padded: host, Self.hostWidth)
        bytes.append(bigEndian: port)
        return bytes
    }
}

/// Which keys the reader has. Source: datecs.md 14.
public struct KeyState: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let fine = KeyState(rawValue: 2)

    /// Nil outside the table.
    public var name: String? {
        let names = ["none", "system key only", "fine", "manufacturer key only", "unknown", "error"]
        return names.indices.contains(Int(rawValue)) ? names[Int(rawValue)] : nil
    }
}
