import Glibc
import Threads
import Time

/// Waits that all end at once.
final class Patience: Sendable {
    private let reading: Int32
    /// Closing it wakes everybody.
    private let writing: Locked<Int32?>

    init() throws(SandboxServerFault) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw .notStarted(systemCode: errno) }
        reading = ends[0]
        writing = Locked(ends[1])
    }

    deinit {
        end()
        close(reading)
    }

    func end() {
        writing.withLock { writing in
            if let end = writing { close(end) }
            writing = nil
        }
    }

    /// - Returns: false where it was ended meanwhile.
    func wait(_ duration: Duration) -> Bool {
        guard duration > .zero else { return true }
        var waiting = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, Int32(clamping: duration.milliseconds)) == 0
    }
}
