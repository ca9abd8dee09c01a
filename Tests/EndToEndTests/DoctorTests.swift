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

@Suite("the journal, walked from outside")
struct JournalCommandTests {
    private static let edit = """
        import sqlite3, sys; d = sqlite3.connect(sys.argv[1])
        for t in ('changed', 'shortened'): d.execute(f'DROP TRIGGER journal_is_never_{t}')
        d.execute(sys.argv[2]); d.commit()
        """

    private func verify(after change: String? = nil) throws -> RunningProgram {
        let counter = try Counter()
        let reader = try SimulatedReader()
        #expect(try counter.sale("1.00", on: reader.uri).waitForExit() == 0)
        if let change {
            counter.write(Self.edit, to: "edit.py")
            #expect(shell("python3 '\(counter.path("edit.py"))' '\(counter.path("data/journal.db"))' '\(change)'") == 0)
        }
        let till = try counter.till("journal", "verify", "--json")
        _ = try till.waitForExit()
        return till
    }

    @Test("a journal as the till wrote it is whole")
    func whole() throws {
        let till = try verify()
        #expect(try till.waitForExit() == 0)
        #expect(till.output == #"{"event":"journal","rows":3,"faults":[]}"# + "\n")
    }

    @Test(
        "what was done to it is named",
        arguments: [
            ("UPDATE journal SET at = at + 1 WHERE id = 2", #"{"fault":"changed","row":2}"#),
            ("DELETE FROM journal WHERE id = 2", #"{"fault":"missing","first":2,"last":2}"#),
            ("DELETE FROM journal WHERE id = 3", #"{"fault":"end"}"#),
        ])
    func changed(change: String, fault: String) throws {
        let till = try verify(after: change)
        #expect(try till.waitForExit() == 1)
        #expect(till.output.contains(fault), "\(till.output)")
    }
}

@Suite("development mode (E1)")
struct DevelopmentTests {
    @Test("readers elsewhere are out of reach, those on this machine are not")
    func loopbackOnly() throws {
        let counter = try Counter()
        let reader = try SimulatedReader()
        for (uri, status) in [("tcp://192.0.2.1:4000", Int32(13)), (reader.uri, 0)] {
            let sale = try counter.till(
                "sale", "10.50", "GBP", "--reader", uri, "--secret-file", counter.path("secret"),
                environment: ["TILL_DEVELOPMENT": "1"])
            #expect(try sale.waitForExit() == status)
            #expect(sale.errors.contains("Development: safety checks are lifted"))
        }
    }

    @Test("every screen says so")
    func marked() throws {
        let counter = try Counter()
        var environment = counter.environment
        environment["TILL_DEVELOPMENT"] = "1"
        let terminal = try VirtualTerminal(
            BuiltProgram.path("till"), ["demo"], environment: environment, rows: 24, columns: 80)
        try terminal.wait(for: "DEVELOPMENT")
        #expect(terminal.line(0).contains("DEVELOPMENT") && terminal.line(0).contains("TRAINING"))
    }
}

@Suite("the doctor and gateways (N13)")
struct GatewayDoctorTests {
    @Test("each way a gateway can fail has its own words")
    func gateways() throws {
        let counter = try Counter()
        let server = try LocalServer(
            """
            import http.server
            s = http.server.HTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
            print(s.server_port, flush=True); s.serve_forever()
            """)
        let good = "good=http://127.0.0.1:\(server.port)", noTLS = "notls=https://127.0.0.1:\(server.port)"
        let doctor = try counter.till(
            "doctor", "--json", "--gateway", good, "--gateway", noTLS, "--gateway", "noname=https://no-such.invalid",
            "--gateway", "bad=ftp://x", "--gateway", "closed=http://127.0.0.1:1")
        #expect(try doctor.waitForExit() == 1)
        let codes = doctor.objects.compactMap { $0["code"]?.stringValue }.filter { $0.hasPrefix("gateway") }
        #expect(codes == ["gateway", "gatewayNoTLS", "gatewayNoName", "gatewayMalformed", "gatewayNoConnection"])
    }

    @Test("what is no pair of name and address is refused")
    func malformed() throws {
        #expect(try Counter().till("doctor", "--gateway", "nothing").waitForExit() == 2)
    }
}
