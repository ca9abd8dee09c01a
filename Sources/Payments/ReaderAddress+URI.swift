extension ReaderAddress {
    /// What a serial line runs at, in bits a second, where the URI doesn't say. [own choice: what USB serial adapters
    /// expect]
    public static let usualBaud = 115_200

    /// Of RFCOMM's channels, which begin with 1. Source: Bluetooth's RFCOMM specification, 5.4 "DLCI allocation".
    public static let highestChannel = 30

    /// Takes a URI apart. Percent signs are decoded; without `protocol` HEFT is
    /// meant, but on a serial line, where it is found out as with `auto`; a key may be repeated with the
    /// same value.
    public init(uri: String) throws(ReaderAddressError) {
        let parts = try URIParts(uri)
        var place = try Place(parts)
        var spoken: WireProtocol? = place.isSerial ? nil : .heft
        for (name, value) in parts.query {
            switch (name, place) {
            case ("protocol", _):
                spoken = value == Self.open ? nil : WireProtocol(rawValue: value)
                guard spoken != nil || value == Self.open else { throw .badProtocol }
            case ("baud", .serial(let path, _)):
                guard let baud = number(value, in: 1...4_000_000) else { throw .badBaud }
                place = .serial(path: path, baud: baud)
            default: throw .unknownKey(name)
            }
        }
        self.init(place: place, wireProtocol: spoken ?? .heft, isProtocolOpen: spoken == nil)
    }

    /// In the place of a protocol: it is found out.
    private static let open = "auto"

    /// The shortest URI that is read as this address.
    public var uri: String {
        var keys: [String] = []
        if case .serial(_, let baud) = place, baud != Self.usualBaud { keys.append("baud=\(baud)") }
        let isUsual = place.isSerial ? isProtocolOpen : !isProtocolOpen && wireProtocol == .heft
        if !isUsual { keys.append("protocol=" + (isProtocolOpen ? Self.open : wireProtocol.rawValue)) }
        return place.uri + (keys.isEmpty ? "" : "?" + keys.joined(separator: "&"))
    }
}

/// Why a text is no reader's URI.
public enum ReaderAddressError: Error, Hashable, Sendable {
    case malformed
    case unknownScheme(String)
    case missingPath
    case badHost
    case badPort
    case badAddress
    case badChannel
    case badBaud
    case badProtocol
    case missingScenario
    case unknownKey(String)
    /// A key stands there twice, with two values.
    case contradiction(String)
}

extension ReaderAddress.Place {
    fileprivate init(_ parts: URIParts) throws(ReaderAddressError) {
        switch parts.scheme {
        case "serial": self = .serial(path: try absolutePath(parts.body), baud: ReaderAddress.usualBaud)
        case "unix": self = .unix(path: try absolutePath(parts.body))
        case "tcp":
            let (host, port) = try hostAndPort(parts.body, ports: 1...65535)
            self = .tcp(host: host, port: port)
        case "demo":
            guard !parts.body.isEmpty, !parts.body.contains("/") else { throw .missingScenario }
            self = .demo(scenario: parts.body)
        case "rfcomm":
            let (address, channel) = try addressAndChannel(parts.body, channels: 1...ReaderAddress.highestChannel)
            self = .rfcomm(address, channel: channel)
        default: throw .unknownScheme(parts.scheme)
        }
    }

    fileprivate var isSerial: Bool { if case .serial = self { true } else { false } }

    fileprivate var uri: String {
        switch self {
        case .serial(let path, _): "serial://" + encodePercents(path)
        case .unix(let path): "unix://" + encodePercents(path)
        case .tcp(let host, let port): "tcp://" + encodePercents(host.contains(":") ? "[\(host)]" : host) + ":\(port)"
        case .rfcomm(let address, let channel): "rfcomm://\(address)" + (channel.map { "/\($0)" } ?? "")
        case .demo(let scenario): "demo:" + encodePercents(scenario)
        }
    }
}
