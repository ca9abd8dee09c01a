import Glibc

/// Puts new content in a file's place, whole or not at all: whatever is killed or unplugged, the file has the old
/// content or the new one afterwards. The old one is kept beside it until the new one has been read back.
///
/// One process at a time may do this to a file; the caller holds a lock.
public struct Replacement {
    private let path: String
    private let bytes: [UInt8]
    private var new: String { path + ".new" }
    private var previous: String { path + ".previous" }

    /// The steps in their order. Between any two of them the power may go.
    enum Step: CaseIterable {
        /// What an earlier replacement left behind goes away.
        case clear
        case write
        /// The old content gets a second name.
        case keep
        /// The new content takes the name: from here on it counts.
        case swap
        case readBack
        case forget
    }

    public init(of path: String, with bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// - Throws: a fault, after which the old content stands there as before.
    public func run() throws(FileFault) { try run(stoppingBefore: nil) }

    /// - Parameter stop: where to leave everything as it is, as a power cut does.
    func run(stoppingBefore stop: Step?) throws(FileFault) {
        for step in Step.allCases {
            if step == stop { return }
            do {
                try take(step)
            } catch {
                undo(step)
                throw error
            }
        }
    }

    private func take(_ step: Step) throws(FileFault) {
        switch step {
        case .clear:
            try remove(new)
            try remove(previous)
        case .write: try write()
        case .keep:
            guard link(path, previous) == 0 || errno == ENOENT else { throw FileFault(errno: errno) }
        case .swap:
            guard rename(new, path) == 0 else { throw FileFault(errno: errno) }
            try Folder.sync(Folder.of(path))
        case .readBack:
            let found = try SmallFile.read(path, limit: bytes.count, for: .ownerOnly)
            guard found == bytes else { throw .notWritten }
        case .forget:
            try remove(previous)
        }
    }

    /// The file is readable by its owner alone from the moment it exists.
    private func write() throws(FileFault) {
        let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw FileFault(errno: errno) }
        defer { close(file) }
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw FileFault(errno: count < 0 ? errno : ENOSPC) }
            written += count
        }
        guard fsync(file) == 0 else { throw FileFault(errno: errno) }
    }

    private func undo(_ step: Step) {
        switch step {
        case .clear, .forget: return
        case .write, .keep: unlink(new)
        case .swap, .readBack:
            if rename(previous, path) == 0 {
                // Where both name the old content, as before the swap, renaming does nothing and says it went well.
                unlink(previous)
            } else if errno == ENOENT {
                // There was no old content, and the new one is not to be trusted. Where the old one can't be put back
                // for another reason, nothing is taken away.
                unlink(path)
            }
            unlink(new)
            try? Folder.sync(Folder.of(path))
        }
    }

    private func remove(_ path: String) throws(FileFault) {
        guard unlink(path) == 0 || errno == ENOENT else { throw FileFault(errno: errno) }
    }
}
