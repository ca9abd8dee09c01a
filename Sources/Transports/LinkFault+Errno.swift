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
            case EIO, EPIPE, ENOTCONN, ECONNRESET, ECONNABORTED, ENETRESET: .lost
            case ENOTTY, EINVAL, EAFNOSUPPORT, EPROTONOSUPPORT, ENAMETOOLONG: .notSupported
            default: .other
            }
        self.init(kind, systemCode: code)
    }

    /// What it means that a device can't be connected over RFCOMM. *seen*, on Linux 6.12 with BlueZ 5.66: EHOSTDOWN for a
    /// device that is away, EACCES where security is refused, EBUSY while a connection to the same channel lives,
    /// EHOSTUNREACH without an adapter. *inferred* from the kernel's text: ENETDOWN, and EMLINK for a device that has as many
    /// links as it takes (HCI errors 0x09 and 0x0A), as a reader has that another host holds.
    init(radioErrno code: Int32) {
        switch code {
        case EACCES, EPERM: self.init(.notPaired, systemCode: code)
        case EBUSY, EMLINK: self.init(.claimed, systemCode: code)
        case EHOSTUNREACH, ENETUNREACH, ENETDOWN, ENODEV: self.init(.radioOff, systemCode: code)
        default: self.init(errno: code)
        }
    }
}
