public import Payments
public import Ports

extension ListenAddress {
    /// Opens the place for tills to come.
    public func listen() throws(LinkFault) -> any LinkListener {
        switch self {
        case .pty: try PtyListener()
        case .tcp(let host, let port): try SocketListener(host: host, port: port)
        case .unix(let path): try SocketListener(path: path)
        }
    }
}
