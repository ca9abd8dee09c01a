import Glibc
import Ports

/// A path as the address of a Unix socket.
struct UnixAddress {
    let address: sockaddr_un

    /// - Throws: `notSupported` for a path longer than the system's 107 bytes.
    init(_ path: String) throws(LinkFault) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw LinkFault(errno: ENAMETOOLONG) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        self.address = address
    }
}
