import Glibc

/// A directory of this run's own, gone at its end.
final class Scratch {
    let path: String

    init?(on place: String) {
        var template = Array((place + "/till-bench-XXXXXX").utf8CString)
        guard let made = mkdtemp(&template) else { return nil }
        path = String(cString: made)
    }

    deinit {
        for name in [
            "usual.till", "usual.till.lock", "full.till", "full.till.lock",
            "journal.db", "journal.db-wal", "journal.db-shm", "till.lock", "plain.db", "plain.db-wal", "plain.db-shm",
        ] {
            unlink(path + "/" + name)
        }
        rmdir(path)
    }
}
