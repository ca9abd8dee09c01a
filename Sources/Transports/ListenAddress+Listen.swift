public import Payments
public import Ports

extension ListenAddress {
    /// Opens the place for tills to come.
    /// - Parameter announcer: tells other devices what is served over Bluetooth; without one a till has to know the
    ///   channel.
    public func listen(announcer: (any ServiceAnnouncer)? = nil) throws(LinkFault) -> any LinkListener {
        switch self {
        case .pty: try PtyListener()
        case .tcp(let host, let port): try SocketListener(host: host, port: port)
        case .unix(let path): try SocketListener(path: path)
        case .rfcomm(let adapter, let channel):
            try RadioListener(adapter: adapter, channel: channel, announcer: announcer)
        }
    }
}
