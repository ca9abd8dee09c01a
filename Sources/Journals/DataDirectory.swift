public import Files
import Glibc
public import Ports
public import Time

/// The directory with a till's journals: `journal.db`, `training.db`, and `till.lock` of the till that writes to them.
public struct DataDirectory: Hashable, Sendable {
    /// Without a slash at the end.
    public let path: String

    public init(path: String) { self.path = path }

    /// Opens a journal for writing, which only one till at a time can. What is missing is made: the directory for its
    /// owner alone (0700), the files likewise (0600).
    /// - Parameter since: the time now; it stands in the lock file.
    public func openJournal(training: Bool, since: WallTime) throws(JournalFault) -> SQLiteJournal {
        let lock: FileLock
        do throws(FileFault) {
            try Folder.make(path)
            lock = try FileLock(path: lockPath, since: since)
        } catch {
            throw JournalFault(error)
        }
        return try openJournal(training: training, under: lock)
    }

    /// Opens the other journal of a till that writes to one already. The directory stays this till's: there is no moment
    /// in which another one could come between.
    /// - Parameter held: open for writing, and not written to any more.
    public func openJournal(training: Bool, after held: SQLiteJournal) throws(JournalFault) -> SQLiteJournal {
        guard let lock = held.lock else { throw .readOnly }
        return try openJournal(training: training, under: lock)
    }

    private func openJournal(training: Bool, under lock: FileLock) throws(JournalFault) -> SQLiteJournal {
        let file = journalPath(training: training)
        try makeFile(file)
        return try SQLiteJournal(writingTo: file, lock: lock)
    }

    /// Opens a journal for reading, beside a till that writes to it or without one; nil where there is none yet.
    public func readJournal(training: Bool) throws(JournalFault) -> SQLiteJournal? {
        let file = journalPath(training: training)
        guard access(file, F_OK) == 0 || errno != ENOENT else { return nil }
        return try SQLiteJournal(readingFrom: file)
    }

    /// Who wrote the lock file last; it may be dead by now.
    public var lastHolder: LockHolder? { LockHolder(path: lockPath) }

    /// Who writes here now; nil where nobody does.
    public var holder: LockHolder? { FileLock.isHeld(path: lockPath) ? lastHolder : nil }

    public func journalPath(training: Bool) -> String { path + (training ? "/training.db" : "/journal.db") }

    private var lockPath: String { path + "/till.lock" }

    /// Makes the file before SQLite does, for its mode; the log beside it takes the same. A mode that is too wide is
    /// mended. An existing file is never opened here: closing it would drop SQLite's locks in this process.
    private func makeFile(_ file: String) throws(JournalFault) {
        let descriptor = open(file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
            do throws(FileFault) { try Folder.sync(path) } catch { throw JournalFault(error) }
        } else if errno != EEXIST {
            throw JournalFault(errno: errno)
        }
        var status = stat()
        guard stat(file, &status) == 0 else { throw JournalFault(errno: errno) }
        if status.st_mode & 0o077 != 0, chmod(file, 0o600) != 0 { throw JournalFault(errno: errno) }
    }
}

extension JournalFault {
    /// What went wrong with the directory, the lock or a file.
    init(_ fault: FileFault) {
        switch fault {
        case .locked(let process): self = .locked(pid: process)
        case .denied, .foreign, .tooOpen, .folderTooOpen: self = .permissionDenied
        case .readOnlySystem: self = .readOnly
        case .full: self = .diskFull
        case .missing, .notRegular, .alreadyThere, .tooLarge, .notWritten: self = .damaged("data directory")
        case .other(let code): self = .other(code: code)
        }
    }

    init(errno code: Int32) { self.init(FileFault(errno: code)) }
}
