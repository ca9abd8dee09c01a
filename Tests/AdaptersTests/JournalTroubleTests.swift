import Files
import Glibc
import Journals
import Payments
import Ports
import TestKit
import Testing
import Time

private let start = WallTime(milliseconds: 0)

/// Small and read-only disks take a right to mount that not every machine gives.
private let canMount = shell("d=$(mktemp -d) && mount -t tmpfs tmpfs $d && umount $d; r=$?; rmdir $d; exit $r") == 0

@Suite("A journal in trouble")
struct JournalTroubleTests {
    @Test("a second till is told who holds the directory, also for the other file")
    func secondTill() throws {
        let (journal, directory, temporary) = try freshJournal()
        defer { withExtendedLifetime((journal, temporary)) {} }
        for training in [false, true] {
            #expect(throws: JournalFault.locked(pid: getpid())) {
                try directory.openJournal(training: training, since: start)
            }
        }
        #expect(directory.lastHolder?.since == "1970-01-01T00:00:00.000Z")
    }

    @Test("the lock of another process counts, and a dead process's lock is none")
    func otherProcess() throws {
        let temporary = try TemporaryDirectory()
        let directory = DataDirectory(path: temporary.path)
        let lock = temporary.path + "/till.lock"
        let ready = temporary.path + "/ready"
        #expect(shell("echo 4711 >\(lock); echo - >>\(lock); echo now >>\(lock); mkfifo \(ready)") == 0)
        let holder = spawn(["/usr/bin/flock", "--no-fork", lock, "/bin/sh", "-c", "echo >\(ready); exec sleep 60"])
        #expect(shell("read line <\(ready)") == 0)
        #expect(throws: JournalFault.locked(pid: 4711)) { try directory.openJournal(training: false, since: start) }
        #expect(kill(holder, SIGKILL) == 0)
        var status: Int32 = 0
        waitpid(holder, &status, 0)
        let journal = try directory.openJournal(training: false, since: start)
        #expect(try journal.unresolved().isEmpty)
    }

    @Test("directory and files are for their owner alone")
    func modes() throws {
        let (journal, directory, temporary) = try freshJournal()
        defer { withExtendedLifetime(temporary) {} }
        try journal.appendApproved(1)
        #expect(mode(directory.path) == 0o700)
        for name in ["journal.db", "journal.db-wal", "journal.db-shm", "till.lock"] {
            #expect(mode(directory.path + "/" + name) == 0o600)
        }
    }

    @Test("a mode that is too wide is mended")
    func wideMode() throws {
        let temporary = try TemporaryDirectory()
        let directory = DataDirectory(path: temporary.path)
        for _ in 1...2 {
            try directory.openJournal(training: false, since: start).appendApproved(1)
            #expect(mode(directory.journalPath(training: false)) == 0o600)
            chmod(directory.journalPath(training: false), 0o644)
        }
    }

    @Test("live and training payments are in files of their own")
    func training() throws {
        let temporary = try TemporaryDirectory()
        let directory = DataDirectory(path: temporary.path)
        try directory.openJournal(training: true, since: start).appendApproved(1)
        #expect(try directory.readJournal(training: false) == nil)
        #expect(try directory.readJournal(training: true)?.history(limit: 9, query: nil).count == 1)
    }

    @Test("reading changes nothing and can't append")
    func readOnly() throws {
        let (journal, directory, temporary) = try freshJournal()
        defer { withExtendedLifetime((journal, temporary)) {} }
        try journal.appendApproved(1)
        let reader = try #require(try directory.readJournal(training: false))
        #expect(throws: JournalFault.readOnly) { try reader.appendApproved(2) }
        #expect(try reader.history(limit: 9, query: nil) == journal.history(limit: 9, query: nil))
    }

    @Test("a file of another kind is refused and stays as it was", arguments: ["text", "zeros", "database"])
    func otherFile(kind: String) throws {
        let temporary = try TemporaryDirectory()
        let directory = DataDirectory(path: temporary.path)
        let file = directory.journalPath(training: false)
        switch kind {
        case "text": shell("yes 'no journal' | head -c 8192 >\(file)")
        case "zeros": shell("head -c 8192 /dev/zero >\(file)")
        default: #expect(edit(file, "CREATE TABLE other (x)") == 0)
        }
        shell("cp \(file) \(file).before")
        #expect(throws: JournalFault.damaged("no journal")) {
            try directory.openJournal(training: false, since: start)
        }
        #expect(shell("cmp \(file) \(file).before") == 0)
    }

    @Test("a journal of a later till is refused by number")
    func laterVersion() throws {
        let temporary = try TemporaryDirectory()
        let directory = DataDirectory(path: temporary.path)
        try directory.openJournal(training: false, since: start).appendApproved(1)
        #expect(edit(directory.journalPath(training: false), "PRAGMA user_version = 7") == 0)
        #expect(throws: JournalFault.newerVersion(7)) { try directory.openJournal(training: false, since: start) }
        #expect(throws: JournalFault.newerVersion(7)) { try directory.readJournal(training: false) }
    }

    @Test("a path through a file, or that can't be made, is a fault and no crash")
    func impossiblePath() throws {
        let temporary = try TemporaryDirectory()
        #expect(shell("echo >\(temporary.path)/file") == 0)
        for path in [temporary.path + "/file/till", "/proc/till", ""] {
            #expect(throws: JournalFault.self) {
                try DataDirectory(path: path).openJournal(training: false, since: start)
            }
        }
    }

    @Test("a full disk is told, writes nothing, and is over when there is space again", .enabled(if: canMount))
    func fullDisk() throws {
        let temporary = try TemporaryDirectory()
        #expect(shell("mount -t tmpfs -o size=256k tmpfs \(temporary.path)") == 0)
        defer { shell("umount -l \(temporary.path)") }
        let journal = try DataDirectory(path: temporary.path).openJournal(training: false, since: start)
        let filler = temporary.path + "/filler"
        try journal.appendApproved(1)
        shell("head -c 1M /dev/zero >\(filler)")
        var written = 1
        #expect(throws: JournalFault.diskFull) {
            for number in 2...100 {
                try journal.appendApproved(number)
                written = number
            }
        }
        let kept = try journal.history(limit: 1000, query: "approved").count
        #expect(kept == written)
        #expect(shell("rm \(filler)") == 0)
        try journal.appendApproved(1000)
        #expect(try journal.history(limit: 1000, query: "approved").count == kept + 1)
        #expect(try journal.verify().isSound)
    }

    @Test("a read-only disk is told before anything is sent", .enabled(if: canMount))
    func readOnlyDisk() throws {
        let temporary = try TemporaryDirectory()
        #expect(shell("mount -t tmpfs -o ro tmpfs \(temporary.path)") == 0)
        defer { shell("umount -l \(temporary.path)") }
        #expect(throws: JournalFault.readOnly) {
            try DataDirectory(path: temporary.path).openJournal(training: false, since: start)
        }
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }
}

@Suite("A journal after a power cut")
struct JournalPowerCutTests {
    @Test("files copied after any step open with every row that was appended before", arguments: 1...12)
    func copiedAfterStep(steps: Int) throws {
        let (copy, temporary) = try copyOfJournal(afterRows: steps)
        defer { withExtendedLifetime(temporary) {} }
        let journal = try copy.openJournal(training: false, since: start)
        #expect(try journal.verify() == ChainReport(rows: Int64(steps), faults: []))
        #expect(try journal.append(SamplePayments.entry(99, .relayed)) == Int64(steps) + 1)
    }

    /// A row is one frame of the log: 24 bytes and a page of 4096.
    @Test("a torn last write loses the row that was being written, and nothing else", arguments: [1, 100, 4000, 4119])
    func tornWrite(bytesLost: Int) throws {
        let (copy, temporary) = try copyOfJournal(afterRows: 6)
        defer { withExtendedLifetime(temporary) {} }
        let log = copy.journalPath(training: false) + "-wal"
        #expect(shell("truncate -s -\(bytesLost) \(log)") == 0)
        let journal = try copy.openJournal(training: false, since: start)
        #expect(try journal.verify() == ChainReport(rows: 5, faults: []))
        #expect(try journal.append(SamplePayments.entry(2, .relayed)) == 6)
    }

    /// What a machine without power would find on its disk.
    private func copyOfJournal(afterRows count: Int) throws -> (DataDirectory, TemporaryDirectory) {
        let (journal, directory, temporary) = try freshJournal()
        var left = count
        for number in 1...4 where left > 0 {
            let changes: [JournalEntry.Change] = [
                .intent(SamplePayments.intent(number)), .relayed, .outcome(.approved, SamplePayments.approval(number)),
            ]
            for change in changes.prefix(left) { _ = try journal.append(SamplePayments.entry(number, change)) }
            left -= min(left, changes.count)
        }
        let copy = DataDirectory(path: temporary.path + "/copy")
        #expect(
            shell("mkdir \(copy.path) && cp \(directory.path)/journal.db \(directory.path)/journal.db-wal \(copy.path)")
                == 0)
        withExtendedLifetime(journal) {}
        return (copy, temporary)
    }
}
