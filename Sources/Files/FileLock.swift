import Glibc
public import Time

/// A lock file by which one process at a time uses something. The kernel drops the lock with the process, so a dead
/// one's lock is none.
public final class FileLock: Sendable {
    private let descriptor: Int32

    /// - Parameter since: the time now; it stands in the lock file.
    /// - Throws: `locked` while another open file holds it, in this process too.
    public init(path: String, since: WallTime) throws(FileFault) {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard file >= 0 else { throw FileFault(errno: errno) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let failure = errno
            close(file)
            guard failure == EWOULDBLOCK else { throw FileFault(errno: failure) }
            throw .locked(process: LockHolder(path: path)?.pid)
        }
        descriptor = file
        sign(since: since)
    }

    /// Unlocks first: a process that is being started may still hold a copy of the descriptor.
    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Whether some process holds the lock now. One that asks for it at the same instant may be told that it is taken.
    public static func isHeld(path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { close(file) }
        return flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    /// Writes down who holds it, for people. The lock holds without it, so a full disk is no failure here.
    private func sign(since: WallTime) {
        let terminal = ttyname(STDIN_FILENO).map { String(cString: $0) } ?? "-"
        let text = Array("\(getpid())\n\(terminal)\n\(since.rfc3339)\n".utf8)
        guard ftruncate(descriptor, 0) == 0 else { return }
        _ = pwrite(descriptor, text, text.count, 0)
    }
}

/// Who holds a lock, by its own account.
public struct LockHolder: Hashable, Sendable {
    public var pid: Int32
    /// Its terminal's path, or `-`.
    public var terminal: String
    /// RFC 3339.
    public var since: String

    public init?(path: String) {
        guard let bytes = try? SmallFile.read(path, limit: 255) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        guard lines.count == 3, let pid = Int32(lines[0]), pid > 0 else { return nil }
        self.pid = pid
        terminal = lines[1]
        since = lines[2]
    }
}
