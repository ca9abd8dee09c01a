import Datecs
import EMV
import Ports

/// Where the reader asks its host to connect to. EDIT COMMUNICATION PARAMETERS changes it. Source: datecs.md 5, 15.
struct PinpadHosts: Hashable, Sendable {
    var authorization: ServiceAddress
    var keyLoad: ServiceAddress
    var management: ServiceAddress
    var second: ServiceAddress

    init(_ settings: PinpadSettings) {
        let own = ServiceAddress(host: Self.numeric(settings.acquirer.host), port: settings.acquirer.port)
        (authorization, keyLoad, management) = (own, own, own)
        second = settings.secondAcquirer.map { ServiceAddress(host: Self.numeric($0.host), port: $0.port) } ?? own
    }

    private static func numeric(_ host: String) -> String { IPv4Address(text: host) == nil ? "127.0.0.1" : host }

    /// - Returns: false where an address is none; nothing is changed then.
    mutating func edit(_ record: Record) -> Bool {
        var edited = self
        let pairs: [(Tag, Tag, WritableKeyPath<PinpadHosts, ServiceAddress>)] = [
            (.hostAddress, .hostPort, \.authorization), (.keyLoadAddress, .keyLoadPort, \.keyLoad),
            (.managementAddress, .managementPort, \.management),
        ]
        for (address, port, path) in pairs {
            if let host = record.text(address) {
                guard IPv4Address(text: host) != nil else { return false }
                edited[keyPath: path].host = host
            }
            if let number = record.number(port) {
                guard let number = UInt16(exactly: number) else { return false }
                edited[keyPath: path].port = number
            }
        }
        self = edited
        return true
    }

    /// The event for one of them. Source: datecs.md 8.2, where a real one had 38 bytes of data too.
    func open(_ host: ServiceAddress, _ settings: PinpadSettings) -> SocketOpen {
        let loopback = IPv4Address(127, 0, 0, 1)
        let secondAddress = IPv4Address(text: second.host) ?? loopback
        return SocketOpen(
            id: HostCall.socket, kind: settings.quirks.contains(.hostTLS) ? .tcpTLS : .tcp,
            address: IPv4Address(text: host.host) ?? loopback, port: host.port, timeoutSeconds: settings.hostTimeout,
            extras: Record([
                TLV(.accessPoint, text: "simnet"), TLV(.accessPointUser, []), TLV(.accessPointPassword, []),
                TLV(.secondAddress, secondAddress.bytes), TLV(.secondPort, number: second.port),
            ]))
    }
}

extension IPv4Address {
    /// Nil for what isn't four numbers.
    init?(text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        let numbers = parts.compactMap(\.self)
        guard parts.count == 4, numbers.count == 4 else { return nil }
        self.init(numbers[0], numbers[1], numbers[2], numbers[3])
    }
}
