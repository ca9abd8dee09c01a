import Crypto
import Glibc
import TestKit
import Testing
import Transports
import Vault

/// The secret of virtual readers.
private let readerSecret = "0102030405060708091011121314151617181920212223242526272829303132"

@Suite("the credential file, from outside")
struct VaultCommandTests {
    /// A counter with a credential file that takes no time to unlock, and its passphrase in a file.
    private func counterWithFile() throws -> Counter {
        let counter = try Counter()
        counter.write("correct horse\n", to: "passphrase")
        var bytes = Array("correct horse".utf8)
        _ = try Vault.create(
            counter.path("data/credentials.till"), passphrase: try Passphrase(wiping: &bytes), cost: .least,
            random: try SystemRandom(), time: SystemTime())
        return counter
    }

    private func vault(_ counter: Counter, _ arguments: String..., input: String = "") throws -> RunningProgram {
        let program = try RunningProgram(
            BuiltProgram.path("till"), ["vault"] + arguments + ["--passphrase-file", counter.path("passphrase")],
            environment: counter.environment)
        if !input.isEmpty { program.type(input) }
        program.closeInput()
        return program
    }

    @Test("entries come and go by name, and no value is ever printed")
    func entries() throws {
        let counter = try counterWithFile()
        let set = try vault(counter, "set", "reader/default", input: readerSecret)
        #expect(try set.waitForExit() == 0)
        let list = try vault(counter, "list", "--json")
        #expect(try list.waitForExit() == 0)
        #expect(list.output == #"{"event":"entry","name":"reader/default"}"# + "\n")
        let verify = try vault(counter, "verify", "--json")
        #expect(try verify.waitForExit() == 0)
        #expect(verify.output == #"{"event":"verified","entries":1}"# + "\n")
        let remove = try vault(counter, "remove", "reader/default")
        #expect(try remove.waitForExit() == 0)
        let again = try vault(counter, "remove", "reader/default")
        #expect(try again.waitForExit() == 2)
        for program in [set, list, verify, remove, again] {
            #expect(!(program.output + program.errors).contains(readerSecret.prefix(8)))
        }
    }

    @Test(
        "a sale takes the reader's secret from the file",
        arguments: [(readerSecret, 0), (String(repeating: "ab", count: 32), 9)])
    func sale(secret: String, status: Int) throws {
        let counter = try counterWithFile()
        #expect(try vault(counter, "set", "reader/default", input: secret).waitForExit() == 0)
        let reader = try SimulatedReader()
        let sale = try counter.till(
            "sale", "10.50", "GBP", "--json", "--reader", reader.uri,
            environment: ["TILL_VAULT_PASSPHRASE_FILE": counter.path("passphrase")])
        #expect(try sale.waitForExit() == status)
    }

    @Test("a reader's own secret comes before the one of all others")
    func ownSecret() throws {
        let counter = try counterWithFile()
        let other = String(repeating: "ab", count: 32)
        let reader = try SimulatedReader()
        let environment = ["TILL_VAULT_PASSPHRASE_FILE": counter.path("passphrase")]
        // The virtual reader's serial number is 000123400123.
        let steps = [
            ("reader/default", other, 9), ("reader/000123400123", readerSecret, 0), ("reader/000000000001", other, 0),
        ]
        for (name, secret, status) in steps {
            #expect(try vault(counter, "set", name, input: secret).waitForExit() == 0)
            let sale = try counter.till(
                "sale", "10.50", "GBP", "--reader", reader.uri, environment: environment)
            #expect(try sale.waitForExit() == Int32(status), "\(name)")
        }
    }

    @Test("a reader's secret that is none is refused at once")
    func badSecret() throws {
        let counter = try counterWithFile()
        let set = try vault(counter, "set", "reader/default", input: "0102")
        #expect(try set.waitForExit() == 2)
        #expect(set.errors.contains("64 hexadecimal digits") && !set.errors.contains("0102"))
        #expect(try vault(counter, "list").waitForExit() == 0)
    }

    @Test("a new passphrase opens the file, and the old one doesn't any more")
    func newPassphrase() throws {
        let counter = try counterWithFile()
        counter.write("battery staple\n", to: "new")
        // At the usual cost: this is where it rises.
        #expect(try vault(counter, "passphrase", "--new-passphrase-file", counter.path("new")).waitForExit() == 0)
        let old = try vault(counter, "list")
        #expect(try old.waitForExit() == 11)
        #expect(old.errors.contains("The passphrase is wrong."))
    }

    @Test(
        "what is wrong with a file is told apart",
        arguments: [
            ("chmod 640 data/credentials.till", 11, "Others can read"), ("chmod 644 passphrase", 13, "Others can read"),
            ("chmod 777 data", 11, "Others can write"), ("echo x >data/credentials.till", 11, "is damaged"),
            ("mv data/credentials.till a; ln -s ../a data/credentials.till", 11, "is a link"),
            ("rm data/credentials.till", 11, "There is no credential file"),
            ("echo wrong >passphrase", 11, "The passphrase is wrong"), (": >passphrase", 2, "The passphrase is empty"),
            (#"printf 'a\0b' >passphrase"#, 2, "zero byte"), (#"printf '\377' >passphrase"#, 2, "not UTF-8"),
        ])
    func trouble(command: String, status: Int, words: String) throws {
        let counter = try counterWithFile()
        #expect(shell("cd \(counter.folder.path) && \(command)") == 0)
        let list = try vault(counter, "list")
        #expect(try list.waitForExit() == status)
        #expect(list.errors.contains(words), "\(list.errors)")
        #expect(list.output.isEmpty)
    }

    @Test("a passphrase is typed twice and not shown")
    func typing() throws {
        let counter = try Counter()
        let terminal = try counter.console("vault", "init")
        try terminal.wait(for: "New passphrase:")
        terminal.type("grüne Äpfel\r")
        try terminal.wait(for: "Once more:")
        terminal.type("grüne Birnen\r")
        try terminal.wait(for: "The two passphrases differ")
        #expect(try terminal.waitForExit() == 2)
        #expect(!terminal.text.contains("Äpfel") && !terminal.text.contains("Birnen") && terminal.isCooked)
        #expect(access(counter.path("data/credentials.till"), F_OK) != 0)
    }

    @Test("Ctrl-C at the prompt ends it and gives the terminal back")
    func interrupted() throws {
        let counter = try counterWithFile()
        let terminal = try counter.console("vault", "list")
        try terminal.wait(for: "Passphrase of the credential file:")
        terminal.type("half a pass\u{3}")
        #expect(try terminal.waitForExit() == 130)
        #expect(terminal.isCooked)
    }

    @Test(
        "neither passphrase nor reader's secret stands in unlocked memory after a sale, or in any file",
        .enabled(if: ProcessMemory.isReadable))
    func memory() throws {
        let counter = try counterWithFile()
        // Not the virtual readers' own, which is a constant of the program.
        let secret = "a7c09be1f24d33586810d2ab94e7f05c1b7e6a9d80f3c4255d1e9bb6074a3c8f"
        #expect(try vault(counter, "set", "reader/default", input: secret).waitForExit() == 0)
        counter.write(secret, to: "other-secret")
        let reader = try SimulatedReader("--secret-file", counter.path("other-secret"))
        counter.write("currency: GBP\nreader: \(reader.uri)\n", to: "config.yaml")
        let terminal = try counter.console("--trace", counter.path("trace"))
        try terminal.wait(for: "Type the passphrase of the credential file.")
        terminal.type("correct horse\r")
        try terminal.wait(for: ": ready")
        terminal.type("1050\r")
        try terminal.wait(for: "Press Enter once more")
        try terminal.pressEnterDeliberately()
        try terminal.wait(for: "Approved")
        let needles = [
            Array("correct horse".utf8), Array(secret.utf8), hex(secret),
        ]
        for needle in needles {
            let regions = try ProcessMemory(of: terminal.processID).unlockedRegions(holding: [needle])
            #expect(regions == [], "\(needle.count) bytes")
        }
        // The search itself finds what is there.
        #expect(try !ProcessMemory(of: terminal.processID).unlockedRegions(holding: [Array("Approved".utf8)]).isEmpty)
        #expect(
            shell("grep -rlE 'correct horse|\(secret)' '\(counter.path("data"))' '\(counter.path("trace"))'") == 1
        )
        terminal.type("q")
    }
}
