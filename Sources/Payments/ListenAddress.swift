/// Where a virtual reader waits for tills: `pty:`, `tcp://HOST:PORT` (port 0 takes a free one) or `unix:///PATH`.
public enum ListenAddress: Hashable, Sendable {
    case pty
    case tcp(host: String, port: UInt16)
    case unix(path: String)

    public init(uri: String) throws(ReaderAddressError) {
        let parts = try URIParts(uri)
        if let key = parts.query.first { throw .unknownKey(key.name) }
        switch parts.scheme {
        case "pty":
            guard parts.body.isEmpty else { throw .malformed }
            self = .pty
        case "tcp":
            let (host, port) = try hostAndPort(parts.body, ports: 0...65535)
            self = .tcp(host: host, port: port)
        case "unix": self = .unix(path: try absolutePath(parts.body))
        case "rfcomm": throw .notDeliveredYet
        default: throw .unknownScheme(parts.scheme)
        }
    }
}
