import Crypto
import TestKit
import Testing
import Vault

/// `Tests/Peers/vault_peer.py` has the format from its description and shares no line with the code that is tested.
@Suite("A credential file that somebody else wrote or reads")
struct VaultPeerTests {
    private static let sampleWords = "café des élèves"
    private static let script = Repository.root + "/Tests/Peers/vault_peer.py"

    @Test("a kept file from Python opens, with all names and values")
    func golden() throws {
        let world = try VaultWorld()
        world.replace(with: Repository.bytes("Tests/VaultTests/Golden/python.till"))
        let vault = try world.open(Self.sampleWords)
        let lengths = [1, 251, 252, 253, 600]
        #expect(vault.names.count == 40)
        for (number, name) in vault.names.enumerated() {
            #expect(name == "sample/\(number / 10)\(number % 10)-" + String(repeating: "x", count: number))
            let value = try Secret(copying: [UInt8](repeating: UInt8(number), count: lengths[number % 5]))
            #expect(try vault.secret(named: name) == value)
        }
        #expect(try vault.verify() == 40)
        #expect(vault.cost == Argon2id.Cost(operations: 2, memory: 64))
    }

    @Test("the kept file is what the script writes")
    func goldenIsCurrent() throws {
        let folder = try TemporaryDirectory()
        #expect(python("sample '\(folder.path)/made'", words: Self.sampleWords) == 0)
        #expect(FileBytes.read(folder.path + "/made") == Repository.bytes("Tests/VaultTests/Golden/python.till"))
    }

    @Test("Python reads what we write, the passphrase in either spelling")
    func read() throws {
        let world = try VaultWorld()
        let vault = try world.create("cafe\u{301}", cost: Argon2id.Cost(operations: 2, memory: 64))
        var expected: [String] = []
        for (number, length) in [1, 252, 253, 65_536].enumerated() {
            try vault.set("n/\(number)", Secret(copying: [UInt8](repeating: 0x5A, count: length)))
            let digits = String(repeating: "5a", count: length)
            expected.append("{\"name\": \"n/\(number)\", \"value\": \"\(digits)\"}")
        }
        for words in ["cafe\u{301}", "caf\u{E9}"] {
            #expect(python("read '\(world.path)' >'\(world.path).json'", words: words) == 0)
            let lines = String(decoding: FileBytes.read(world.path + ".json"), as: UTF8.self).split(separator: "\n")
            #expect(lines.map(String.init) == expected)
        }
    }

    @Test("Python can't read it with another passphrase")
    func wrongPassphrase() throws {
        let world = try VaultWorld()
        try world.create()
        #expect(python("read '\(world.path)'", words: "other words") == 1)
    }

    @Test("a file from Python can be written to, and Python reads it again")
    func both() throws {
        let world = try VaultWorld()
        world.replace(with: Repository.bytes("Tests/VaultTests/Golden/python.till"))
        let vault = try world.open(Self.sampleWords)
        for name in vault.names { try vault.remove(name) }
        try vault.set("a", secret("1"))
        #expect(python("read '\(world.path)' >'\(world.path).json'", words: Self.sampleWords) == 0)
        let line = String(decoding: FileBytes.read(world.path + ".json"), as: UTF8.self)
        #expect(line == "{\"name\": \"a\", \"value\": \"31\"}\n")
    }

    /// Debian's Python, which has the package.
    private func python(_ command: String, words: String) -> Int32 {
        shell("printf %s '\(words)' | /usr/bin/python3 '\(Self.script)' \(command)")
    }
}
