public import Time
import Wire

/// I000. Source: heft.md 3.3.
public struct InitialiseRequest: Hashable, Sendable {
    public var clock: CivilTime
    /// Nil in the short form of older firmware.
    public var xml: XMLText?

    public init(clock: CivilTime, xml: XMLText?) {
        self.clock = clock
        self.xml = xml
    }
}

/// I001 with status 0001. Source: heft.md 3.3.
public struct InitialiseAnswer: Hashable, Sendable {
    public var bufferSize: UInt16
    /// Twelve digits.
    public var serialNumber: String
    public var publicKeyVersion: UInt16
    public var emvParameterVersion: UInt16
    public var generalParameterVersion: UInt16
    public var manufacturerCode: UInt8
    public var modelCode: UInt8
    /// At most eight characters, without the padding.
    public var applicationName: String
    public var applicationMajor: UInt8
    public var applicationMinor: UInt8
    public var xml: XMLText

    public init(
        bufferSize: UInt16, serialNumber: String, publicKeyVersion: UInt16, emvParameterVersion: UInt16,
        generalParameterVersion: UInt16, manufacturerCode: UInt8, modelCode: UInt8, applicationName: String,
        applicationMajor: UInt8, applicationMinor: UInt8, xml: XMLText
    ) {
        self.bufferSize = bufferSize
        self.serialNumber = serialNumber
        self.publicKeyVersion = publicKeyVersion
        self.emvParameterVersion = emvParameterVersion
        self.generalParameterVersion = generalParameterVersion
        self.manufacturerCode = manufacturerCode
        self.modelCode = modelCode
        self.applicationName = applicationName
        self.applicationMajor = applicationMajor
        self.applicationMinor = applicationMinor
        self.xml = xml
    }
}

extension InitialiseRequest {
    init(payload: ByteReader) throws(WireError) {
        var reader = payload
        clock = CivilTime(
            year: try reader.bcd(2, "clock"), month: try reader.bcd(1, "clock"), day: try reader.bcd(1, "clock"),
            hour: try reader.bcd(1, "clock"), minute: try reader.bcd(1, "clock"), second: try reader.bcd(1, "clock"))
        xml = reader.isAtEnd ? nil : try reader.xml("xml")
        try reader.expectEnd("xml")
    }

    var payload: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bcd: clock.year, count: 2)
        for part in [clock.month, clock.day, clock.hour, clock.minute, clock.second] {
            bytes.append(bcd: part, count: 1)
        }
        if let xml { bytes.append(block: xml.bytes, countBytes: 4) }
        return bytes
    }
}

extension InitialiseAnswer {
    private static let nameLength = 8

    /// Nil where there is no payload: an error answer.
    init?(payload: ByteReader) throws(WireError) {
        guard !payload.isAtEnd else { return nil }
        var reader = payload
        bufferSize = try reader.uint16("bufferSize")
        let serial = String(try reader.bcd(6, "serialNumber"))
        serialNumber = String(repeating: "0", count: 12 - serial.count) + serial
        publicKeyVersion = try reader.uint16("publicKeyVersion")
        emvParameterVersion = try reader.uint16("emvParameterVersion")
        generalParameterVersion = try reader.uint16("generalParameterVersion")
        manufacturerCode = try reader.uint8("manufacturerCode")
        modelCode = try reader.uint8("modelCode")
        applicationName = Self.unpadded(try reader.take(Self.nameLength, "applicationName"))
        applicationMajor = try reader.uint8("applicationVersion")
        applicationMinor = try reader.uint8("applicationVersion")
        xml = try reader.xml("xml")
    }

    /// The padding is NUL or space. *inferred*
    private static func unpadded(_ bytes: [UInt8]) -> String {
        let end = bytes.lastIndex { $0 != 0 && $0 != 0x20 } ?? -1
        return String(ascii: bytes[...end])
    }

    /// A serial number that isn't twelve digits goes out as zeros.
    var payload: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: bufferSize)
        bytes.append(bcd: Int(serialNumber) ?? 0, count: 6)
        bytes.append(bigEndian: publicKeyVersion)
        bytes.append(bigEndian: emvParameterVersion)
        bytes.append(bigEndian: generalParameterVersion)
        bytes += [manufacturerCode, modelCode]
        let name = applicationName.ascii.prefix(Self.nameLength)
        bytes += name + Array(repeating: 0x20, count: Self.nameLength - name.count)
        bytes += [applicationMajor, applicationMinor]
        bytes.append(block: xml.bytes, countBytes: 4)
        return bytes
    }
}
