import CSQLite
import Ports

extension JournalFault {
    /// What SQLite's result code, primary or extended, means for whoever wanted to write.
    init(sqlite code: Int32) {
        switch code & 0xFF {
        case SQLITE_FULL: self = .diskFull
        case SQLITE_READONLY: self = .readOnly
        case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: self = .permissionDenied
        case SQLITE_NOTADB: self = .damaged("no journal")
        case SQLITE_CORRUPT: self = .damaged("inconsistent file")
        case SQLITE_BUSY, SQLITE_LOCKED: self = .locked(pid: nil)
        default: self = .other(code: code)
        }
    }
}
