import CPosix
import Glibc

/// Files that are read whole.
public enum SmallFile {
    /// Whom a file may be open to.
    public enum Privacy: Sendable {
        case anybody
        /// A regular file of this user's that nobody else may read or write; never a link.
        case ownerOnly
    }

    /// Checks what was opened, not what the name stood for a moment before.
    /// - Parameter limit: in bytes; a longer file is `tooLarge`.
    public static func read(
        _ path: String, limit: Int = 1 << 20, for privacy: Privacy = .anybody
    ) throws(FileFault) -> [UInt8] {
        let follow = privacy == .ownerOnly ? O_NOFOLLOW : 0
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | follow)
        guard file >= 0 else { throw FileFault(errno: errno) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw FileFault(errno: errno) }
        if privacy == .ownerOnly { try check(status) }
        guard status.st_size <= limit else { throw .tooLarge }
        return try readAll(file, limit)
    }

    private static func check(_ status: stat) throws(FileFault) {
        guard cposix_is_regular(status.st_mode) else { throw .notRegular }
        guard status.st_uid == geteuid() else { throw .foreign(user: status.st_uid) }
        guard status.st_mode & 0o077 == 0 else { throw .tooOpen(mode: status.st_mode & 0o7777) }
    }

    private static func readAll(_ file: Int32, _ limit: Int) throws(FileFault) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw FileFault(errno: errno) }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= limit else { throw .tooLarge }
        }
    }
}
