import Glibc
import Payments
import Ports
import Time

/// The lock by which one till at a time uses a data directory. The kernel drops it with the process, so a dead till's
/// lock is none.
final class DirectoryLock: Sendable {
    private let descriptor: Int32

    /// - Throws: `locked` while another open file holds it, in this process too.
    init(path: String, since: WallTime) throws(JournalFault) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw JournalFault(errno: errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let failure = errno
            close(descriptor)
            guard failure == EWOULDBLOCK else { throw JournalFault(errno: failure) }
            throw .locked(pid: LockHolder(path: path)?.pid)
        }
        sign(since: since)
    }

    /// Unlocks first: a process that is being started may still hold a copy of the descriptor.
    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Writes down who holds it, for people. The lock holds without it, so a full disk is no failure here.
    private func sign(since: WallTime) {
        let terminal = ttyname(STDIN_FILENO).map { String(cString: $0) } ?? "-"
        let text = Array("\(getpid())\n\(terminal)\n\(since.rfc3339)\n".utf8)
        guard ftruncate(descriptor, 0) == 0 else { return }
        _ = pwrite(descriptor, text, text.count, 0)
    }
}

/// Who holds a data directory, by its own account.
public struct LockHolder: Hashable, Sendable {
    public var pid: Int32
    /// Its terminal's path, or `-`.
    public var terminal: String
    /// RFC 3339.
    public var since: String

    init?(path: String) {
        guard let text = contents(of: path) else { return nil }
        let lines = text.split(separator: "\n").map(String.init)
        guard lines.count == 3, let pid = Int32(lines[0]), pid > 0 else { return nil }
        self.pid = pid
        terminal = lines[1]
        since = lines[2]
    }
}

private func contents(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
}

extension JournalFault {
    /// What a failed system call on the directory or the lock means.
    init(errno code: Int32) {
        switch code {
        case EACCES, EPERM: self = .permissionDenied
        case EROFS: self = .readOnly
        case ENOSPC, EDQUOT: self = .diskFull
        case ENOTDIR, ELOOP: self = .damaged("data directory")
        default: self = .other(code: code)
        }
    }
}
