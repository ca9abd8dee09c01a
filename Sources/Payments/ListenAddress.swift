/// Where a virtual reader waits for tills: `pty:`, `tcp://HOST:PORT` (port 0 takes a free one), `unix:///PATH`, `rfcomm:`
/// with or without a channel (0 takes a free one), or `rfcomm://ADAPTER` with or without `/CHANNEL`.
public enum ListenAddress: Hashable, Sendable {
    case pty
    case tcp(host: String, port: UInt16)
    case unix(path: String)
    /// On the adapter with this address; nil listens on all. Channel 0 takes a free one.
    case rfcomm(adapter: BluetoothAddress?, channel: UInt8)

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
        case "rfcomm" where parts.body.hasPrefix("/"):
            let (adapter, channel) = try addressAndChannel(parts.body, channels: 0...ReaderAddress.highestChannel)
            self = .rfcomm(adapter: adapter, channel: channel ?? 0)
        case "rfcomm":
            let text = parts.body.isEmpty ? "0" : parts.body
            guard let channel = number(text, in: 0...ReaderAddress.highestChannel) else { throw .badChannel }
            self = .rfcomm(adapter: nil, channel: UInt8(channel))
        default: throw .unknownScheme(parts.scheme)
        }
    }
}
