import Crypto
import Files
import Glibc
import TestKit
import Testing
import Vault

/// Small and read-only disks take a right to mount that not every machine gives.
private let canMount = shell("d=$(mktemp -d) && mount -t tmpfs tmpfs $d && umount $d; r=$?; rmdir $d; exit $r") == 0

@Suite("A credential file in a bad place")
struct PlaceTests {
    @Test(
        "what is no file of its owner's alone is refused and left as it is",
        arguments: [
            ("mv $f $f.real; ln -s $f.real $f", FileFault.notRegular),
            ("rm $f; ln -s /nowhere $f", .notRegular),
            ("rm $f; mkfifo -m 600 $f", .notRegular),
            ("rm $f; mkdir -m 700 $f", .notRegular),
            ("rm $f", .missing),
            ("chmod 0640 $f", .tooOpen(mode: 0o640)),
            ("chmod 0604 $f", .tooOpen(mode: 0o604)),
            ("chmod 0620 $f", .tooOpen(mode: 0o620)),
            ("chmod 0777 $d", .folderTooOpen),
            ("chmod 0720 $d", .folderTooOpen),
            ("chmod 1777 $d", .folderTooOpen),
            ("truncate -s 33554433 $f", .tooLarge),
        ])
    func spoiled(spoil: String, fault: FileFault) throws {
        let world = try VaultWorld()
        let vault = try world.create()
        try vault.set("a", secret("1"))
        #expect(shell("d='\(world.folder.path)'; f='\(world.path)'; \(spoil)") == 0)
        let before = Listing(world.folder.path)
        #expect(try world.fault() == .file(fault))
        #expect(throws: VaultFault.file(fault)) { try vault.set("b", secret("2")) }
        #expect(throws: VaultFault.file(fault)) { try vault.remove("a") }
        #expect(throws: VaultFault.file(fault)) { try vault.change(to: passphrase("x"), cost: .least) }
        #expect(throws: VaultFault.file(fault)) { try vault.verify() }
        #expect(Listing(world.folder.path) == before)
    }

    @Test("a file or folder of another user's is refused", .enabled(if: geteuid() == 0))
    func foreign() throws {
        let world = try VaultWorld()
        try world.create()
        chown(world.path, 12_345, 0)
        #expect(try world.fault() == .file(.foreign(user: 12_345)))
        chown(world.path, 0, 0)
        chown(world.folder.path, 12_345, 0)
        #expect(try world.fault() == .file(.folderTooOpen))
        chown(world.folder.path, 0, 0)
        #expect(try world.fault() == nil)
    }

    @Test(
        "nothing is made where something has the name already",
        arguments: ["echo text >$f", "ln -s /nowhere $f", "mkfifo $f", "mkdir $f", "touch $f; chmod 0666 $f"])
    func alreadyThere(prepare: String) throws {
        let world = try VaultWorld()
        #expect(shell("f='\(world.path)'; \(prepare)") == 0)
        let before = Listing(world.folder.path)
        #expect(throws: VaultFault.file(.alreadyThere)) { try world.create() }
        #expect(Listing(world.folder.path) == before)
    }

    @Test("making it twice is refused and the first one stays")
    func twice() throws {
        let world = try VaultWorld()
        try world.create().set("a", secret("1"))
        #expect(throws: VaultFault.file(.alreadyThere)) { try world.create("other words") }
        #expect(try world.open().text("a") == "1")
    }

    @Test("nothing is made in a folder that others can write to", arguments: ["0777", "0770", "1777"])
    func openFolder(mode: String) throws {
        let world = try VaultWorld()
        #expect(shell("chmod \(mode) '\(world.folder.path)'") == 0)
        #expect(throws: VaultFault.file(.folderTooOpen)) { try world.create() }
        #expect(FileBytes.names(in: world.folder.path).isEmpty)
    }

    @Test("a path through a file, into a missing place or to nothing is a fault", arguments: ["file/x", "none/x", ""])
    func impossiblePath(path: String) throws {
        let world = try VaultWorld()
        #expect(shell("echo >'\(world.folder.path)/file'") == 0)
        let path = path.isEmpty ? "" : world.folder.path + "/" + path
        let words = try passphrase("x")
        let isFileFault = { (fault: VaultFault) in if case .file = fault { true } else { false } }
        do throws(VaultFault) {
            _ = try Vault.open(path, passphrase: words, random: SeededRandom(seed: 1), time: VirtualClock())
            Issue.record("opened")
        } catch {
            #expect(isFileFault(error))
        }
        #expect(FileBytes.names(in: world.folder.path) == ["file"])
    }

    @Test("a lock file that is a link to elsewhere is refused, and elsewhere is not touched")
    func linkedLock() throws {
        let world = try VaultWorld()
        let vault = try world.create()
        let other = world.folder.path + "/other"
        #expect(shell("echo text >'\(other)'; ln -sf '\(other)' '\(world.path).lock'") == 0)
        #expect(throws: VaultFault.file(.notRegular)) { try vault.set("a", secret("1")) }
        #expect(FileBytes.read(other) == Array("text\n".utf8))
    }

    @Test("links where the new and the previous content go are taken away, not followed")
    func linkedNew() throws {
        let world = try VaultWorld()
        let vault = try world.create()
        let other = world.folder.path + "/other"
        #expect(
            shell("echo text >'\(other)'; for e in new previous; do ln -s '\(other)' '\(world.path)'.$e; done") == 0)
        try vault.set("a", secret("1"))
        #expect(FileBytes.read(other) == Array("text\n".utf8))
        #expect(try world.open().text("a") == "1")
        #expect(FileBytes.names(in: world.folder.path) == ["credentials.till", "credentials.till.lock", "other"])
    }

    @Test("a full disk is told, the old content stays, and it is over when there is space", .enabled(if: canMount))
    func fullDisk() throws {
        let world = try VaultWorld()
        #expect(shell("mount -t tmpfs -o size=64k,mode=0700 tmpfs '\(world.folder.path)'") == 0)
        defer { shell("umount -l '\(world.folder.path)'") }
        let vault = try world.create()
        try vault.set("a", secret("1"))
        shell("head -c 1M /dev/zero >'\(world.folder.path)/filler'")
        let before = Listing(world.folder.path)
        #expect(throws: VaultFault.file(.full)) { try vault.set("b", secret("2")) }
        #expect(throws: VaultFault.file(.full)) { try vault.change(to: passphrase("x"), cost: .least) }
        #expect(Listing(world.folder.path) == before)
        #expect(vault.names == ["a"])
        #expect(try world.open().text("a") == "1")
        #expect(shell("rm '\(world.folder.path)/filler'") == 0)
        try vault.set("b", secret("2"))
        #expect(try world.open().names == ["a", "b"])
    }

    @Test("no file is left where the disk is too full to make one", .enabled(if: canMount))
    func fullDiskAtFirst() throws {
        let world = try VaultWorld()
        #expect(shell("mount -t tmpfs -o size=64k,mode=0700 tmpfs '\(world.folder.path)'") == 0)
        defer { shell("umount -l '\(world.folder.path)'") }
        shell("head -c 1M /dev/zero >'\(world.folder.path)/filler'")
        #expect(throws: VaultFault.file(.full)) { try world.create() }
        #expect(FileBytes.names(in: world.folder.path) == ["credentials.till.lock", "filler"])
    }

    @Test("on a read-only disk it opens and reads, and a change is refused", .enabled(if: canMount))
    func readOnlyDisk() throws {
        let world = try VaultWorld()
        #expect(shell("mount -t tmpfs -o mode=0700 tmpfs '\(world.folder.path)'") == 0)
        defer { shell("umount -l '\(world.folder.path)'") }
        try world.create().set("a", secret("1"))
        #expect(shell("mount -o remount,ro '\(world.folder.path)'") == 0)
        let before = Listing(world.folder.path)
        let vault = try world.open()
        #expect(try vault.text("a") == "1")
        #expect(throws: VaultFault.file(.readOnlySystem)) { try vault.set("b", secret("2")) }
        #expect(Listing(world.folder.path) == before)
    }
}

/// What stands in a folder, but for the lock file, which is made before anything is looked at.
private struct Listing: Equatable {
    private var entries: [String: [UInt8]] = [:]
    private var modes: [String: mode_t] = [:]

    init(_ folder: String) {
        for name in FileBytes.names(in: folder) where !name.hasSuffix(".lock") {
            var status = stat()
            lstat(folder + "/" + name, &status)
            modes[name] = status.st_mode
            let isFile = status.st_mode & S_IFMT == S_IFREG && status.st_size < 1 << 20
            entries[name] = isFile ? FileBytes.read(folder + "/" + name) : []
        }
    }
}
