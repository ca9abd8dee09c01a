import Glibc

/// Why a file could not be used. Holds nothing of what stands in it.
public enum FileFault: Error, Hashable, Sendable {
    case missing
    case alreadyThere
    case denied
    case readOnlySystem
    case full
    /// A link, a pipe, a device or a directory stands in its place.
    case notRegular
    /// Others may read or write it.
    case tooOpen(mode: UInt32)
    /// It belongs to another user.
    case foreign(user: UInt32)
    /// Others may write to the folder it is in, so they could put another file in its place.
    case folderTooOpen
    case tooLarge
    /// Another process holds its lock: which one, if that could be read.
    case locked(process: Int32?)
    /// What was written is not what can be read back; the previous content stands there again.
    case notWritten
    case other(errno: Int32)

    /// What a failed system call on a file or its folder means.
    public init(errno code: Int32) {
        switch code {
        case ENOENT, ENOTDIR: self = .missing
        case EEXIST: self = .alreadyThere
        case EACCES, EPERM: self = .denied
        case EROFS: self = .readOnlySystem
        case ENOSPC, EDQUOT: self = .full
        case ELOOP, EISDIR: self = .notRegular
        case EFBIG: self = .tooLarge
        default: self = .other(errno: code)
        }
    }
}
