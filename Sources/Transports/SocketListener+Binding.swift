import CPosix
import Glibc
public import Ports

extension SocketListener {
    /// A TCP port; 0 takes a free one. Loopback unless another address of this machine is named.
    public convenience init(host: String = "127.0.0.1", port: UInt16) throws(LinkFault) {
        var wanted = addrinfo()
        wanted.ai_socktype = Int32(SOCK_STREAM.rawValue)
        wanted.ai_flags = AI_NUMERICSERV | AI_PASSIVE
        var found: UnsafeMutablePointer<addrinfo>?
        let failure = getaddrinfo(host, String(port), &wanted, &found)
        guard failure == 0, let address = found?.pointee else {
            throw LinkFault(.nameNotResolved, systemCode: failure)
        }
        defer { freeaddrinfo(found) }
        let socket = try Self.bound(address.ai_family, address.ai_addr, address.ai_addrlen)
        let name = host.contains(":") ? "[\(host)]" : host
        try self.init(socket: socket, uri: "tcp://\(name):\(Self.port(of: socket))", kind: .tcp)
    }

    /// A Unix socket for its owner alone. What a dead process left at the path is removed; a living one's is `busy`.
    public convenience init(path: String) throws(LinkFault) {
        let address = try UnixAddress(path).address
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result: Result<Int32, LinkFault> = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                Self.removeDeadSocket(path, pointer, size)
                return Result { () throws(LinkFault) in try Self.bound(AF_UNIX, pointer, size) }
            }
        }
        let socket = try result.get()
        chmod(path, 0o600)
        try self.init(socket: socket, uri: "unix://\(path)", kind: .unix, path: path)
    }

    private static func bound(
        _ family: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t
    ) throws(LinkFault) -> Int32 {
        let socket = cposix_stream_socket(family)
        guard socket >= 0 else { throw LinkFault(errno: errno) }
        var on: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        guard bind(socket, address, size) == 0 else {
            let failure = errno
            close(socket)
            throw LinkFault(errno: failure)
        }
        return socket
    }

    private static func removeDeadSocket(_ path: String, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) {
        var status = stat()
        guard lstat(path, &status) == 0, cposix_is_socket(status.st_mode) else { return }
        let probe = cposix_stream_socket(AF_UNIX)
        defer { close(probe) }
        if connect(probe, address, size) != 0, errno == ECONNREFUSED { unlink(path) }
    }

    private static func port(of socket: Int32) -> UInt16 {
        var address = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(socket, $0, &size) }
            return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                UInt16(bigEndian: $0.pointee.sin_port)
            }
        }
    }
}
