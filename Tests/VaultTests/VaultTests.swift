import Crypto
import Dispatch
import Files
import Glibc
import TestKit
import Testing
import Vault

@Suite("The credential file")
struct VaultTests {
    @Test("what was set is there after opening anew, and names come sorted")
    func setAndOpen() throws {
        let world = try VaultWorld()
        let vault = try world.create()
        for name in ["reader/2", "gateway/key", "reader/10"] { try vault.set(name, secret("value of \(name)")) }
        let opened = try world.open()
        #expect(opened.names == ["gateway/key", "reader/10", "reader/2"])
        for name in opened.names { #expect(try opened.text(name) == "value of \(name)") }
        #expect(try opened.verify() == 3)
    }

    @Test("a new file is empty")
    func empty() throws {
        let world = try VaultWorld()
        let vault = try world.create()
        #expect(vault.names.isEmpty)
        #expect(try vault.secret(named: "a") == nil)
        #expect(try world.open().verify() == 0)
    }

    @Test("a value that is set again replaces the first")
    func replace() throws {
        let world = try VaultWorld()
        let vault = try world.create()
        try vault.set("a", secret("first"))
        try vault.set("a", secret("second"))
        #expect(vault.names == ["a"])
        #expect(try vault.text("a") == "second")
        #expect(try world.open().text("a") == "second")
    }

    @Test("a removed value is gone from the file, and removing it twice is a fault")
    func remove() throws {
        let world = try VaultWorld()
        let vault = try world.create()
        try vault.set("a", secret("1"))
        try vault.set("b", secret("2"))
        try vault.remove("a")
        #expect(throws: VaultFault.noSuchEntry) { try vault.remove("a") }
        #expect(try vault.secret(named: "a") == nil)
        #expect(try world.open().names == ["b"])
        #expect(try world.open().text("b") == "2")
    }

    @Test("another passphrase doesn't open it", arguments: ["four words a til", "Four words a till", " ", "x"])
    func wrongPassphrase(words: String) throws {
        let world = try VaultWorld()
        try world.create()
        #expect(try world.fault(opening: words) == .wrongPassphrase)
    }

    @Test("after a change of passphrase the new one opens it with all values, the old one no longer")
    func changePassphrase() throws {
        let world = try VaultWorld()
        let vault = try world.create()
        for number in 1...5 { try vault.set("n\(number)", secret("value \(number)")) }
        try vault.change(to: passphrase("new words"), cost: .least)
        #expect(try world.fault() == .wrongPassphrase)
        let opened = try world.open("new words")
        #expect(try opened.verify() == 5)
        #expect(try opened.text("n3") == "value 3")
        #expect(try vault.text("n3") == "value 3")
    }

    @Test("who had unlocked it before a change of passphrase is told so at the next change, and changes nothing")
    func changedMeanwhile() throws {
        let world = try VaultWorld()
        let first = try world.create()
        let second = try world.open()
        try first.change(to: passphrase("new words"), cost: .least)
        let before = world.bytes
        #expect(throws: VaultFault.passphraseChanged) { try second.set("a", secret("1")) }
        #expect(throws: VaultFault.passphraseChanged) { try second.remove("a") }
        #expect(throws: VaultFault.passphraseChanged) { try second.change(to: passphrase("x"), cost: .least) }
        #expect(throws: VaultFault.passphraseChanged) { try second.verify() }
        #expect(world.bytes == before)
    }

    @Test("nothing of a file before a change of passphrase is in the file after it but its name")
    func everythingAnew() throws {
        let world = try VaultWorld()
        let vault = try world.create()
        try vault.set("a", secret("value"))
        let before = world.bytes
        try vault.change(to: passphrase("new words"), cost: .least)
        let after = world.bytes
        #expect(after.count == before.count)
        #expect(after[..<40] == before[..<40])
        let same = zip(after[40...], before[40...]).filter { $0 == $1 }.count
        #expect(same < 100)
    }

    @Test("the cost rises with a change of passphrase and never falls")
    func cost() throws {
        let world = try VaultWorld()
        let vault = try world.create(cost: Argon2id.Cost(operations: 2, memory: 8))
        try vault.change(to: passphrase("b"), cost: Argon2id.Cost(operations: 1, memory: 64))
        #expect(vault.cost == Argon2id.Cost(operations: 2, memory: 64))
        try vault.change(to: passphrase("c"), cost: .least)
        #expect(try world.open("c").cost == Argon2id.Cost(operations: 2, memory: 64))
    }

    @Test(
        "a cost that no file may have is refused before anything is written",
        arguments: [(0, 8), (65, 8), (1, 7), (1, 2_097_153)])
    func impossibleCost(operations: UInt32, memory: UInt32) throws {
        let world = try VaultWorld()
        let cost = Argon2id.Cost(operations: operations, memory: memory)
        #expect(throws: VaultFault.tooLarge) { try world.create(cost: cost) }
        #expect(FileBytes.names(in: world.folder.path).isEmpty)
        let vault = try world.create()
        guard cost.operations > 1 || cost.memory > 8 else { return }
        #expect(throws: VaultFault.tooLarge) { try vault.change(to: passphrase("x"), cost: cost) }
        #expect(try world.fault() == nil)
    }

    @Test("two threads that write at once are told to wait, and lose nothing")
    func twoThreads() throws {
        let world = try VaultWorld()
        let vaults = [try world.create(), try world.open()]
        let value = try secret("1")
        DispatchQueue.concurrentPerform(iterations: 2) { turn in
            for number in 1...20 {
                while true {
                    do throws(VaultFault) {
                        try vaults[turn].set("writer-\(turn)/\(number)", value)
                        break
                    } catch {
                        guard error == .file(.locked(process: getpid())) || error == .file(.locked(process: nil)) else {
                            Issue.record("\(error)")
                            return
                        }
                    }
                }
            }
        }
        #expect(try world.open().verify() == 40)
    }

    @Test("two who hold it unlocked both set a value, and both values are there")
    func twoWriters() throws {
        let world = try VaultWorld()
        let first = try world.create()
        let second = try world.open()
        try first.set("a", secret("1"))
        try second.set("b", secret("2"))
        try first.set("c", secret("3"))
        #expect(second.names == ["a", "b"])
        #expect(try world.open().names == ["a", "b", "c"])
    }

    @Test("who finds it locked by another process is told which, and nothing changes")
    func locked() throws {
        let world = try VaultWorld()
        let vault = try world.create()
        let before = world.bytes
        let holder = try LockedByOther(world.path + ".lock")
        #expect(throws: VaultFault.file(.locked(process: 4711))) { try vault.set("a", secret("1")) }
        #expect(throws: VaultFault.file(.locked(process: 4711))) { try vault.remove("a") }
        #expect(try world.open().names.isEmpty)
        #expect(world.bytes == before)
        holder.end()
        try vault.set("a", secret("1"))
        #expect(try world.open().names == ["a"])
    }

    @Test("values of every length up to the longest come back", arguments: [1, 251, 252, 253, 4096, 65_536])
    func lengths(count: Int) throws {
        let world = try VaultWorld()
        let value = try Secret(copying: (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) })
        try world.create().set("a", value)
        #expect(try world.open().secret(named: "a") == value)
    }

    @Test("a longer value is refused and changes nothing")
    func tooLong() throws {
        let world = try VaultWorld()
        let vault = try world.create()
        let before = world.bytes
        let value = try Secret(copying: [UInt8](repeating: 1, count: 65_537))
        #expect(throws: VaultFault.tooLarge) { try vault.set("a", value) }
        #expect(vault.names.isEmpty)
        #expect(world.bytes == before)
    }

    @Test(
        "a bad name is refused",
        arguments: ["", "/a", "A", "a b", "é", "a\n", "a\0", "a:b", String(repeating: "a", count: 65)])
    func badName(name: String) throws {
        let vault = try VaultWorld().create()
        #expect(throws: VaultFault.badName) { try vault.set(name, secret("1")) }
    }

    @Test(
        "a good name is taken",
        arguments: ["a", "0", "reader/000012345678", "a.b-c_d/e", String(repeating: "a", count: 64)])
    func goodName(name: String) throws {
        let world = try VaultWorld()
        try world.create().set(name, secret("1"))
        #expect(try world.open().text(name) == "1")
    }

    @Test("the file is its owner's alone, as is a folder that is made for it")
    func modes() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/one/two/credentials.till"
        let vault = try Vault.create(
            path, passphrase: passphrase("x"), cost: .least, random: SeededRandom(seed: 1), time: VirtualClock())
        try vault.set("a", secret("1"))
        #expect(FileBytes.mode(path) == 0o600)
        #expect(FileBytes.mode(path + ".lock") == 0o600)
        #expect(FileBytes.mode(folder.path + "/one/two") == 0o700)
        #expect(FileBytes.mode(folder.path + "/one") == 0o700)
        #expect(FileBytes.names(in: folder.path + "/one/two") == ["credentials.till", "credentials.till.lock"])
    }

    @Test("the file's length is the same for values and names of other lengths", arguments: [(1, 252), (253, 508)])
    func lengthSaysLittle(short: Int, long: Int) throws {
        let sizes = try [(short, "a"), (long, "a"), (short, "a-longer/name.of-an_entry")].map { count, name in
            let world = try VaultWorld()
            try world.create().set(name, Secret(copying: [UInt8](repeating: 1, count: count)))
            return world.bytes.count
        }
        #expect(Set(sizes).count == 1)
    }

    @Test("neither names nor values stand in the file")
    func nothingReadable() throws {
        let world = try VaultWorld()
        try world.create().set("reader/42", secret("a value to look for"))
        let text = String(decoding: world.bytes, as: UTF8.self)
        for word in ["reader", "value", VaultWorld.words] { #expect(!text.contains(word)) }
    }

    @Test("writing the same value twice gives another file")
    func freshNonces() throws {
        let world = try VaultWorld()
        let vault = try world.create()
        try vault.set("a", secret("1"))
        let before = world.bytes
        try vault.set("a", secret("1"))
        let same = zip(world.bytes[144...], before[144...]).filter { $0 == $1 }.count
        #expect(same < 60)
    }
}

/// Another process, 4711 by its own account, that holds a lock.
private final class LockedByOther {
    private let process: pid_t

    init(_ lock: String) throws {
        let ready = lock + ".ready"
        #expect(shell("printf '4711\\n-\\nnow\\n' >\(lock); mkfifo \(ready)") == 0)
        process = spawn(["/usr/bin/flock", "--no-fork", lock, "/bin/sh", "-c", "echo >\(ready); exec sleep 60"])
        #expect(shell("read line <\(ready); rm \(ready)") == 0)
    }

    func end() {
        kill(process, SIGKILL)
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }

    deinit { end() }
}
