import Glibc
import Payments
import TestKit
import Testing

@Suite("an archive for support")
struct SupportBundleTests {
    /// No number of any card.
    private static let number = ["4761", "7390", "0101", "0119"].joined()
    private static let secret = "0102030405060708091011121314151617181920212223242526272829303132"

    /// Makes the archive and reads it with Python.
    private func contents(_ counter: Counter, _ more: String...) throws -> [String: String] {
        let till = try RunningProgram(
            BuiltProgram.path("till"), ["support-bundle", counter.path("s.tar.gz"), "--yes"] + more,
            environment: counter.environment)
        try #require(try till.waitForExit() == 0, "\(till.output)\(till.errors)")
        return try read(counter.path("s.tar.gz"))
    }

    private func read(_ archive: String) throws -> [String: String] {
        let python = try RunningProgram(
            "/usr/bin/python3", [Repository.root + "/Tests/Peers/read_archive.py", archive],
            environment: ["LC_ALL": "C.UTF-8"])
        try #require(try python.waitForExit() == 0, "\(python.errors)")
        let entries = python.output.split(separator: "\n").map { $0.split(separator: " ") }
        return Dictionary(
            uniqueKeysWithValues: entries.map { entry in
                (String(entry[0]), String(decoding: hex(String(entry[4])), as: UTF8.self))
            })
    }

    @Test("it has what support needs, and only its owner can read it")
    func complete() throws {
        let counter = try Counter("# a comment\nreader: demo:default\ndemo: {pace: instant}\n")
        #expect(try counter.till("sale", "12.34", "GBP").waitForExit() == 0)
        let entries = try contents(counter)
        #expect(
            Set(entries.keys) == [
                "about.txt", "configuration.yaml", "doctor.txt", "doctor.json", "training-summary.json",
                "log/till.log",
            ])
        #expect(entries["about.txt"]?.contains("libsqlite3.so") == true)
        #expect(entries["configuration.yaml"] == "\"reader\": \"demo:default\"\n\"demo\":\n  \"pace\": \"instant\"\n")
        let summary = try JSONValue.parse(entries["training-summary.json"] ?? "")
        #expect(summary["outcomes"]?["approved"]?.integerValue == 1 && summary["sound"] == .bool(true))
        #expect(summary["payments"]?.elements.first?["amount"]?.integerValue == 1234)
        var status = stat()
        #expect(stat(counter.path("s.tar.gz"), &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test("the last traces go along, as long as they are where the till wrote them")
    func traces() throws {
        let counter = try Counter("reader: demo:default\ndemo: {pace: instant}\n")
        for name in ["first.pcapng", "gone.pcapng", "last.pcapng"] {
            #expect(try counter.till("sale", "12.34", "GBP", "--trace", counter.path(name)).waitForExit() == 0)
        }
        #expect(unlink(counter.path("gone.pcapng")) == 0)
        let entries = try contents(counter)
        #expect(
            Set(entries.keys.filter { $0.hasPrefix("traces/") }) == ["traces/1-first.pcapng", "traces/3-last.pcapng"])
    }

    @Test("a number, a secret and a token planted everywhere are in no entry, in no spelling")
    func planted() throws {
        let spellings = [
            Self.number, "4761 7390 0101 0119", Self.number.utf8.map { String($0, radix: 16) }.joined(),
            "NDc2MTczOTAwMTAxMDExOQ==", "R2FzkAEBARk=", Self.secret, "token=q1w2e3r4t5",
        ]
        let text = spellings.joined(separator: "\n")
        let counter = try Counter(
            """
            reader: tcp://user:q1w2e3r4t5@127.0.0.1:9/?key=q1w2e3r4t5
            locale: en
            theme: "\(Self.number)"
            readers: {"\(Self.number)": "serial:///dev/\(Self.number)"}
            unknown: {deep: q1w2e3r4t5, list: [q1w2e3r4t5]}
            """)
        #expect(shell("mkdir -m 700 '\(counter.path("data"))'") == 0)
        counter.write("q1w2e3r4t5 \(Self.secret)", to: "data/credentials.till")
        counter.write(text, to: "\(Self.number).log")
        let entries = try contents(counter, "--include", counter.path("\(Self.number).log"))
        #expect(entries.count >= 5 && entries.keys.contains { $0.hasPrefix("included/1-") })
        let pieces = [
            String(Self.number.dropLast(4)), "q1w2e3r4t5", String(Self.secret.dropLast(8)), "343736313733",
            "NDc2MTczOTAw", "R2FzkAEB",
        ]
        for (name, content) in entries {
            let all = name + content
            for piece in pieces {
                #expect(!all.contains(piece), "\(name)")
            }
            #expect(!all.contains("4761 7390"), "\(name)")
        }
        let archive = String(decoding: counter.bytes("s.tar.gz"), as: UTF8.self)
        #expect(!archive.contains(Self.number))
    }

    @Test("a trace of the till's goes in; what is no text, a link, a secret, damaged or too large doesn't")
    func included() throws {
        let counter = try Counter()
        let reader = try SimulatedReader()
        #expect(try counter.sale("1.00", on: reader.uri, "--trace", counter.path("t.pcapng")).waitForExit() == 0)
        #expect(shell("cd '\(counter.folder.path)' && ln -s secret link && printf '\\n\\r\\r\\n12' > damaged") == 0)
        #expect(shell("cd '\(counter.folder.path)' && truncate -s 9M large && printf 'a\\0b' > binary") == 0)
        let names = ["t.pcapng", "binary", "link", "secret", "damaged", "large", "nowhere"]
        let options = names.flatMap { ["--include", counter.path($0)] } + ["--secret-file", counter.path("secret")]
        let till = try RunningProgram(
            BuiltProgram.path("till"), ["support-bundle", counter.path("s.tar.gz"), "--yes", "--json"] + options,
            environment: counter.environment)
        #expect(try till.waitForExit() == 0)
        let reasons = till.objects.filter { $0["event"] == "leftOut" }.map { $0["reason"]?.stringValue ?? "" }
        #expect(reasons == ["notText", "secretFile", "secretFile", "damagedCapture", "tooLarge", "unreadable"])
        let entries = try read(counter.path("s.tar.gz"))
        #expect(entries.keys.filter { $0.hasPrefix("included/") } == ["included/1-t.pcapng"])
    }

    @Test("without a yes nothing is written, and what stood there stays")
    func unconfirmed() throws {
        let counter = try Counter()
        counter.write("mine", to: "s.tar.gz")
        let till = try counter.till("support-bundle", counter.path("s.tar.gz"))
        #expect(try till.waitForExit() == 2)
        #expect(till.output.contains("about.txt"))
        #expect(counter.bytes("s.tar.gz") == Array("mine".utf8))
    }

    @Test("a person is asked in the till's language", arguments: [("n", false), ("", false), ("o", true)])
    func asked(_ answer: String, _ writes: Bool) throws {
        let counter = try Counter()
        let terminal = try counter.console("support-bundle", counter.path("s.tar.gz"), "--locale", "fr")
        try terminal.wait(for: "[o/N]")
        terminal.type(answer)
        terminal.press(.enter)
        #expect(try terminal.waitForExit() == 0)
        #expect((access(counter.path("s.tar.gz"), F_OK) == 0) == writes)
    }

    @Test("a link in the archive's place is not followed")
    func link() throws {
        let counter = try Counter()
        counter.write("mine", to: "target")
        #expect(symlink(counter.path("target"), counter.path("s.tar.gz")) == 0)
        let till = try counter.till("support-bundle", counter.path("s.tar.gz"), "--yes", "--json")
        #expect(try till.waitForExit() == 2)
        #expect(till.last("error")?["code"] == "bundle-not-regular")
        #expect(counter.bytes("target") == Array("mine".utf8))
    }

    @Test("where the disk is full the old archive stays, and no half one")
    func fullDisk() throws {
        let counter = try Counter()
        counter.write("mine", to: "s.tar.gz")
        let command = "trap '' XFSZ; ulimit -f 1; exec '\(BuiltProgram.path("till"))' support-bundle s.tar.gz --yes"
        let shell = try RunningProgram(
            "/bin/sh", ["-c", "cd '\(counter.folder.path)'; \(command)"], environment: counter.environment)
        #expect(try shell.waitForExit() == 1)
        #expect(shell.errors.contains("could not be written"))
        #expect(counter.bytes("s.tar.gz") == Array("mine".utf8))
        #expect(access(counter.path("s.tar.gz.new"), F_OK) != 0)
    }

    @Test("without the library it says which package is missing")
    func missingLibrary() throws {
        let counter = try Counter()
        counter.write("no library", to: "libarchive.so.13")
        let till = try counter.till(
            "support-bundle", counter.path("s.tar.gz"), "--yes", environment: ["LD_LIBRARY_PATH": counter.folder.path])
        #expect(try till.waitForExit() == 1)
        #expect(till.errors.contains("libarchive13"))
    }

    @Test("a configuration that can't be used stops nothing")
    func brokenConfiguration() throws {
        let entries = try contents(try Counter("unknown: 1\nreader: [\n"))
        #expect(entries["about.txt"] != nil && entries["configuration.yaml"] == nil)
    }
}
