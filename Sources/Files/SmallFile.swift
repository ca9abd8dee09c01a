import CPosix
import Glibc

/// Files that are read whole.
public enum SmallFile {
    /// Whom a file may be open to.
    public enum Privacy: Sendable {
        case anybody
        /// A regular file, never a link.
        case regular
        /// Nobody but its owner may read or write it; a link may lead to it.
        case notOthers
        /// A regular file of this user's that nobody else may read or write; never a link.
        case ownerOnly
    }

    /// Checks what was opened, not what the name stood for a moment before.
    /// - Parameter limit: in bytes; a longer file is `tooLarge`.
    public static func read(
        _ path: String, limit: Int = 1 << 20, for privacy: Privacy = .anybody
    ) throws(FileFault) -> [UInt8] {
        // Elsewhere a pipe is as good as a file: `--secret-file <(…)`.
        let isFileAlone = privacy == .ownerOnly || privacy == .regular
        let strict = isFileAlone ? O_NOFOLLOW | O_NONBLOCK : 0
        let file = open(path, O_RDONLY | O_CLOEXEC | strict)
        guard file >= 0 else { throw FileFault(errno: errno) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw FileFault(errno: errno) }
        if isFileAlone, !cposix_is_regular(status.st_mode) { throw .notRegular }
        if privacy == .ownerOnly, status.st_uid != geteuid() { throw .foreign(user: status.st_uid) }
        if privacy == .ownerOnly || privacy == .notOthers, status.st_mode & 0o077 != 0 {
            throw .tooOpen(mode: status.st_mode & 0o7777)
        }
        guard status.st_size <= limit else { throw .tooLarge }
        return try readAll(file, expected: Int(status.st_size), limit)
    }

    /// No byte stays in memory besides the result: what is read may be secret.
    private static func readAll(_ file: Int32, expected: Int, _ limit: Int) throws(FileFault) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: min(max(expected, smallest), limit) + 1)
        defer { explicit_bzero(&buffer, buffer.count) }
        var length = 0
        while true {
            if length == buffer.count {
                guard length <= limit else { throw .tooLarge }
                var larger = [UInt8](repeating: 0, count: min(length * 2, limit + 1))
                larger.replaceSubrange(0..<length, with: buffer)
                swap(&larger, &buffer)
                explicit_bzero(&larger, larger.count)
            }
            let count = buffer.withUnsafeMutableBytes { buffer in
                Glibc.read(file, buffer.baseAddress.map { $0 + length }, buffer.count - length)
            }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw FileFault(errno: errno) }
            guard count > 0 else { break }
            length += count
        }
        guard length <= limit else { throw .tooLarge }
        return Array(buffer[..<length])
    }

    /// What is read at once where a file doesn't tell its length.
    private static let smallest = 4096
}
