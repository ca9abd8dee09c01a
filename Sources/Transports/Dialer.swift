import CPosix
import Glibc
import Ports
import Threads

/// Connects sockets, and stops at once when the link is given up.
struct Dialer {
    let link: StreamLink
    /// Milliseconds of CLOCK_MONOTONIC.
    let deadline: Int64

    init(link: StreamLink, timeout: Duration) {
        self.link = link
        let (seconds, attoseconds) = timeout.components
        deadline = Self.now() + seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }

    /// Tries the host's addresses one after another.
    func dial(host: String, port: UInt16) throws(LinkFault) -> Int32 {
        var last = LinkFault(.nameNotResolved)
        for address in try addresses(of: host, port) {
            do throws(LinkFault) {
                let socket = try connect(to: address)
                cposix_no_delay(socket)
                return socket
            } catch {
                last = error
            }
        }
        throw last
    }

    /// Looks the name up. A system's resolver takes the time it likes and can't be interrupted, so one that is late is
    /// left to itself.
    private func addresses(of host: String, _ port: UInt16) throws(LinkFault) -> [SocketAddress] {
        let answer = Mailbox<Result<[SocketAddress], LinkFault>>()
        startThread { answer.post(SocketAddress.found(for: host, port)) }
        guard let found = answer.wait(until: deadline * 1_000_000).first else { throw LinkFault(errno: ETIMEDOUT) }
        return try found.get()
    }

    private func connect(to address: SocketAddress) throws(LinkFault) -> Int32 {
        let result: Result<Int32, LinkFault> = address.bytes.withUnsafeBytes { bytes in
            Result { () throws(LinkFault) in
                guard let start = bytes.bindMemory(to: sockaddr.self).baseAddress else {
                    throw LinkFault(.nameNotResolved)
                }
                return try connect(address.family, start, socklen_t(bytes.count))
            }
        }
        return try result.get()
    }

    func dial(path: String) throws(LinkFault) -> Int32 {
        let address = try UnixAddress(path).address
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result: Result<Int32, LinkFault> = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                Result { () throws(LinkFault) in try connect(AF_UNIX, pointer, size) }
            }
        }
        return try result.get()
    }

    private func connect(
        _ family: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t
    ) throws(LinkFault) -> Int32 {
        let socket = cposix_stream_socket(family)
        guard socket >= 0 else { throw LinkFault(errno: errno) }
        do throws(LinkFault) {
            if Glibc.connect(socket, address, size) != 0 {
                guard errno == EINPROGRESS else { throw LinkFault(errno: errno) }
                try awaitConnection(socket)
            }
            return socket
        } catch {
            close(socket)
            throw error
        }
    }

    func awaitConnection(_ socket: Int32) throws(LinkFault) {
        while true {
            if link.outbox.isGivenUp { throw LinkFault(errno: ECANCELED) }
            let left = deadline - Self.now()
            guard left > 0 else { throw LinkFault(errno: ETIMEDOUT) }
            var polled = [
                pollfd(fd: socket, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: link.outbox.wakeUp, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&polled, 2, Int32(clamping: left)) >= 0 || errno == EINTR else { throw LinkFault(errno: errno) }
            if polled[1].revents != 0 { link.outbox.rest() }
            guard polled[0].revents != 0 else { continue }
            let failure = cposix_socket_error(socket)
            guard failure == 0 else { throw LinkFault(errno: failure) }
            return
        }
    }

    /// Milliseconds of CLOCK_MONOTONIC.
    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
