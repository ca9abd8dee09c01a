import Glibc
import Ports

/// One address of a host, as `connect` takes it.
struct SocketAddress: Sendable {
    var family: Int32
    var bytes: [UInt8]

    /// Asks the system's resolver; blocks as long as that does.
    static func found(for host: String, _ port: UInt16) -> Result<[SocketAddress], LinkFault> {
        var wanted = addrinfo()
        wanted.ai_socktype = Int32(SOCK_STREAM.rawValue)
        wanted.ai_flags = AI_NUMERICSERV
        var found: UnsafeMutablePointer<addrinfo>?
        let failure = getaddrinfo(host, String(port), &wanted, &found)
        guard failure == 0 else { return .failure(LinkFault(.nameNotResolved, systemCode: failure)) }
        defer { freeaddrinfo(found) }
        var addresses: [SocketAddress] = []
        var next = found
        while let candidate = next?.pointee {
            let bytes = Array(UnsafeRawBufferPointer(start: candidate.ai_addr, count: Int(candidate.ai_addrlen)))
            addresses.append(SocketAddress(family: candidate.ai_family, bytes: bytes))
            next = candidate.ai_next
        }
        return .success(addresses)
    }
}
