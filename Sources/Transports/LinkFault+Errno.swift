import Glibc
import Ports

extension LinkFault {
    /// What a failed system call on a link means.
    init(errno code: Int32) {
        let kind: Kind =
            switch code {
            case ENOENT, ENODEV, ENXIO, ENOTDIR, EHOSTUNREACH, ENETUNREACH, ENETDOWN, EHOSTDOWN: .notFound
            case EACCES, EPERM: .permissionDenied
            case EBUSY, EWOULDBLOCK, EADDRINUSE: .busy
            case ECONNREFUSED: .refused
            case ETIMEDOUT: .timedOut
            case EIO, EPIPE, ECONNRESET, ECONNABORTED, ENETRESET: .lost
            case ENOTTY, EINVAL, EAFNOSUPPORT, EPROTONOSUPPORT, ENAMETOOLONG: .notSupported
            default: .other
            }
        self.init(kind, systemCode: code)
    }
}
