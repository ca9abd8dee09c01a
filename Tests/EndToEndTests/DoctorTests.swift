import Glibc
import Payments
import TestKit
import Testing

@Suite("the doctor")
struct DoctorTests {
    /// Code and level of each check.
    private func examine(_ counter: Counter) throws -> (status: Int32, levels: [String: String]) {
        let till = try counter.till("doctor", "--json")
        let status = try till.waitForExit()
        let levels = till.objects.compactMap { check -> (String, String)? in
            guard let code = check["code"]?.stringValue, let level = check["level"]?.stringValue else { return nil }
            return (code, level)
        }
        return (status, Dictionary(levels) { $1 })
    }

    @Test("a machine on which nothing is wrong")
    func good() throws {
        let counter = try Counter("demo: {pace: instant}\nreader: demo:default\n")
        #expect(try counter.till("sale", "1", "GBP").waitForExit() == 0)
        let (status, levels) = try examine(counter)
        #expect(status == 0)
        #expect(!levels.values.contains("bad"))
        #expect(levels["folder"] == "good" && levels["credentialsMissing"] == "notice" && levels["reader"] == "good")
    }

    @Test(
        "what is wrong is found and named",
        arguments: [
            ("chmod 777 data", "folderOpen"), ("echo x >data/credentials.till", "credentialsBad"),
            ("echo 'reader: serial:///dev/no-such-reader' >config.yaml", "readerGone"),
            ("echo 'readers: {bar: nonsense}' >config.yaml", "readerMalformed"),
            ("head -c 100 /dev/urandom >data/journal.db", "journalUnreadable"),
        ])
    func bad(command: String, code: String) throws {
        let counter = try Counter()
        #expect(shell("cd \(counter.folder.path) && mkdir -m 700 data && \(command)") == 0)
        let (status, levels) = try examine(counter)
        #expect(status == 1)
        #expect(levels[code] == "bad", "\(levels)")
    }

    @Test("a changed journal is found")
    func changedJournal() throws {
        let counter = try Counter()
        let reader = try SimulatedReader()
        #expect(try counter.sale("1.00", on: reader.uri).waitForExit() == 0)
        #expect(try examine(counter).levels["journal"] == "good")
        let edit = """
            import sqlite3; d = sqlite3.connect('\(counter.path("data/journal.db"))')
            d.execute('DROP TRIGGER journal_is_never_changed'); d.execute('UPDATE journal SET at = at + 1'); d.commit()
            """
        counter.write(edit, to: "edit.py")
        #expect(shell("python3 '\(counter.path("edit.py"))'") == 0)
        let (status, levels) = try examine(counter)
        #expect(status == 1 && levels["journalDamaged"] == "bad")
    }

    @Test("every language has words for it", arguments: ["en", "fr", "it", "es"])
    func languages(language: String) throws {
        let till = try Counter().till("doctor", "--locale", language)
        #expect(try till.waitForExit() == 0)
        #expect(!till.output.contains("doctor."))
    }
}
