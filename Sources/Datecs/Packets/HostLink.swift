import EMV
import Wire

/// SOCKET OPEN: the reader wants a connection. Source: datecs.md 8.2.
public struct SocketOpen: Hashable, Sendable {
    /// One at a time: RECEIVE DATA names none. *inferred* Only 1 was seen.
    public var id: UInt8
    public var kind: SocketKind
    public var address: IPv4Address
    public var port: UInt16
    public var timeoutSeconds: UInt16
    /// A second address, and what only a host with a SIM of its own needs.
    public var extras: Record

    public init(
        id: UInt8, kind: SocketKind, address: IPv4Address, port: UInt16, timeoutSeconds: UInt16,
        extras: Record = Record()
    ) {
        self.id = id
        self.kind = kind
        self.address = address
        self.port = port
        self.timeoutSeconds = timeoutSeconds
        self.extras = extras
    }

    /// The address to try if the first one fails; nil unless it is four bytes and a port follows. *seen*
    public var second: (address: IPv4Address, port: UInt16)? {
        guard let bytes = extras.bytes(.secondAddress), bytes.count == 4,
            let port = extras.number(.secondPort).flatMap({ UInt16(exactly: $0) })
        else { return nil }
        return (IPv4Address(bytes[0], bytes[1], bytes[2], bytes[3]), port)
    }
}

extension SocketOpen {
    init(_ reader: inout ByteReader) throws(WireError) {
        id = try reader.uint8("id")
        kind = SocketKind(rawValue: try reader.uint8("kind"))
        let bytes = try reader.take(4, "address")
        address = IPv4Address(bytes[0], bytes[1], bytes[2], bytes[3])
        port = try reader.uint16("port")
        timeoutSeconds = try reader.uint16("timeout")
        extras = try Record(&reader)
    }

    var fields: [UInt8] {
        var bytes = [id, kind.rawValue] + address.bytes
        bytes.append(bigEndian: port)
        bytes.append(bigEndian: timeoutSeconds)
        return bytes + [UInt8](extras.objects)
    }
}

/// How bytes go to the acquirer. With plain TCP the reader runs TLS itself (*seen*); with the TLS kinds the host does.
/// *inferred*
public struct SocketKind: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let tcp = SocketKind(rawValue: 1)
    public static let udp = SocketKind(rawValue: 2)
    public static let tcpTLS = SocketKind(rawValue: 3)
    public static let udpTLS = SocketKind(rawValue: 4)

    /// Nil outside the table.
    public var name: String? {
        switch self {
        case .tcp: "TCP"
        case .udp: "UDP"
        case .tcpTLS: "TCP + TLS"
        case .udpTLS: "UDP + TLS"
        default: nil
        }
    }
}

/// An address as it is on the wire; a name isn't possible there.
public struct IPv4Address: Hashable, Sendable, CustomStringConvertible {
    public let bytes: [UInt8]

    public init(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) {
        bytes = [first, second, third, fourth]
    }

    /// `203.0.113.10`
    public var description: String { bytes.map { String($0) }.joined(separator: ".") }
}

/// EVENT CONFIRM: what became of what the reader asked for. Source: datecs.md 7.
public struct EventConfirmation: Hashable, Sendable {
    public var kind: Kind
    public var isDone: Bool
    /// Bytes that the host takes at once. Only sent when a connection is open. *seen*
    public var mtu: UInt16?

    /// The second byte of the event that is confirmed.
    public enum Kind: UInt8, Hashable, Sendable {
        case open = 1
        case close = 2
        case send = 3
    }

    public init(_ kind: Kind, isDone: Bool, mtu: UInt16? = nil) {
        self.kind = kind
        self.isDone = isDone
        self.mtu = mtu
    }
}

extension EventConfirmation {
    init(_ reader: inout ByteReader) throws(WireError) {
        let start = reader
        guard let kind = Kind(rawValue: try reader.uint8("kind")) else {
            throw start.error("kind", expected: "1 to 3", found: "another number")
        }
        let second = reader
        let result = try reader.uint8("result")
        guard result <= 1 else { throw second.error("result", expected: "0 or 1", found: "another number") }
        self.init(kind, isDone: result == 0, mtu: reader.isAtEnd ? nil : try reader.uint16("mtu"))
    }

    var fields: [UInt8] { [kind.rawValue, isDone ? 0 : 1] + (mtu.map { [UInt8](number: $0) } ?? []) }
}
