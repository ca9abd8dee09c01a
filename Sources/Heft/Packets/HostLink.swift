import Wire

/// H000. Source: heft.md 5.2.
public struct HostConnect: Hashable, Sendable {
    public var address: String
    public var port: UInt16
    public var timeoutSeconds: UInt16

    public init(address: String, port: UInt16, timeoutSeconds: UInt16) {
        self.address = address
        self.port = port
        self.timeoutSeconds = timeoutSeconds
    }
}

/// H010. Source: heft.md 5.2.
public struct HostSend: Hashable, Sendable {
    public var timeoutSeconds: UInt16
    public var data: [UInt8]

    public init(timeoutSeconds: UInt16, data: [UInt8]) {
        self.timeoutSeconds = timeoutSeconds
        self.data = data
    }
}

/// H020. Source: heft.md 5.2.
public struct HostReceive: Hashable, Sendable {
    public var length: UInt16
    public var timeoutSeconds: UInt16

    public init(length: UInt16, timeoutSeconds: UInt16) {
        self.length = length
        self.timeoutSeconds = timeoutSeconds
    }
}

/// H040. Source: heft.md 5.2.
public struct HostPost: Hashable, Sendable {
    public var port: UInt16
    public var backupPort: UInt16
    public var timeoutSeconds: UInt16
    public var host: String
    public var backupHost: String
    public var data: [UInt8]

    public init(
        port: UInt16, backupPort: UInt16, timeoutSeconds: UInt16, host: String, backupHost: String, data: [UInt8]
    ) {
        self.port = port
        self.backupPort = backupPort
        self.timeoutSeconds = timeoutSeconds
        self.host = host
        self.backupHost = backupHost
        self.data = data
    }
}

extension HostConnect {
    init(payload: ByteReader) throws(WireError) {
        var reader = payload
        address = String(ascii: try reader.block(countBytes: 1, "address"))
        port = try reader.uint16("port")
        timeoutSeconds = try reader.uint16("timeout")
    }

    var payload: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(block: address.ascii, countBytes: 1)
        bytes.append(bigEndian: port)
        bytes.append(bigEndian: timeoutSeconds)
        return bytes
    }
}

extension HostSend {
    init(payload: ByteReader) throws(WireError) {
        var reader = payload
        timeoutSeconds = try reader.uint16("timeout")
        data = try reader.block(countBytes: 2, "data")
    }

    var payload: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: timeoutSeconds)
        bytes.append(block: data, countBytes: 2)
        return bytes
    }
}

extension HostReceive {
    /// Length first, unlike H010.
    init(payload: ByteReader) throws(WireError) {
        var reader = payload
        length = try reader.uint16("length")
        timeoutSeconds = try reader.uint16("timeout")
    }

    var payload: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: length)
        bytes.append(bigEndian: timeoutSeconds)
        return bytes
    }
}

extension HostPost {
    /// The three lengths stand together, before what they measure.
    init(payload: ByteReader) throws(WireError) {
        var reader = payload
        port = try reader.uint16("port")
        backupPort = try reader.uint16("backupPort")
        timeoutSeconds = try reader.uint16("timeout")
        let hostLength = try reader.uint8("host")
        let backupLength = try reader.uint8("backupHost")
        let dataLength = try reader.uint16("data")
        host = String(ascii: try reader.take(Int(hostLength), "host"))
        backupHost = String(ascii: try reader.take(Int(backupLength), "backupHost"))
        data = try reader.take(Int(dataLength), "data")
    }

    var payload: [UInt8] {
        let host = host.ascii.prefix(0xFF)
        let backupHost = backupHost.ascii.prefix(0xFF)
        let data = data.prefix(0xFFFF)
        var bytes: [UInt8] = []
        bytes.append(bigEndian: port)
        bytes.append(bigEndian: backupPort)
        bytes.append(bigEndian: timeoutSeconds)
        bytes.append(UInt8(host.count))
        bytes.append(UInt8(backupHost.count))
        bytes.append(bigEndian: UInt16(data.count))
        return bytes + host + backupHost + data
    }
}
