import Glibc
import Payments
import TestKit
import Testing

@Suite("a crash")
struct CrashTests {
    private static let folder = ".local/state/till/crashes"

    private func reports(_ counter: Counter) -> [String] {
        guard let directory = opendir(counter.path(Self.folder)) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) })
        }
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    private func text(_ counter: Counter, _ report: String) -> String {
        String(decoding: counter.bytes("\(Self.folder)/\(report)"), as: UTF8.self)
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test(
        "gives the terminal back and leaves a report that holds nothing of a payment",
        arguments: [
            (SIGSEGV, "SIGSEGV"), (SIGILL, "SIGILL"), (SIGTRAP, "SIGTRAP"), (SIGBUS, "SIGBUS"), (SIGFPE, "SIGFPE"),
            (SIGABRT, "SIGABRT"),
        ])
    func console(_ number: Int32, _ name: String) throws {
        let counter = try Counter("reader: demo:default\ncurrency: GBP\n")
        let terminal = try VirtualTerminal(
            BuiltProgram.path("till"),
            environment: counter.environment.merging(["SWIFT_BACKTRACE": "enable=yes,interactive=yes"]) { $1 })
        try terminal.wait(for: ": ready")
        terminal.type("1234")
        terminal.press(.enter)
        try terminal.wait(for: "Press Enter once more")
        terminal.signal(number)
        #expect(try terminal.waitForExit() == 256 + Int(number))
        #expect(terminal.isCooked)
        let output = String(decoding: terminal.output, as: UTF8.self)
        #expect(output.contains("\u{1B}[?1049l") && !output.contains("Press space to interact"))

        let found = reports(counter)
        try #require(found.count == 1 && found[0].hasSuffix(".raw"))
        #expect(mode(counter.path(Self.folder)) == 0o700)
        #expect(mode(counter.path("\(Self.folder)/\(found[0])")) == 0o600)
        let report = text(counter, found[0])
        #expect(report.hasPrefix("till ") && report.contains("signal: \(name) sent by a process\n"))
        #expect(report.contains("thread: main\nframe: 0x") && report.contains("ms connected\n"))
        // A commit, an address or a time may have these digits by chance.
        let numbers = ["till ", "frame: ", "seconds: "]
        let said = report.split(separator: "\n").filter { line in !numbers.contains { line.hasPrefix($0) } }
        #expect(said.count > 3)
        #expect(said.allSatisfy { !$0.contains("1234") })
        #expect(!report.contains("GBP") && !report.contains("0102030405"))
        #expect(shell("test -z \"$(find '\(counter.folder.path)' -name 'core*')\"") == 0)
    }

    @Test("the next start says so once, and puts names to the addresses")
    func nextStart() throws {
        let counter = try Counter("reader: demo:default\n")
        let till = try counter.till("sale", "1", "GBP")
        try till.wait(for: "\n")
        till.signal(SIGSEGV)
        #expect(try till.waitForExit() == 256 + SIGSEGV)
        let next = try counter.till("readers", "--environment", "demo", "--locale", "fr")
        #expect(try next.waitForExit() == 0)
        #expect(next.errors.hasPrefix("La dernière fois") && next.errors.contains(Self.folder))
        let found = reports(counter)
        try #require(found.count == 1 && found[0].hasSuffix(".txt"))
        let report = text(counter, found[0])
        #expect(report.contains(" till static till.Till.main() -> ()") && report.contains("\ntime: 20"))
        #expect(report.contains("libc.so.6"))

        #expect(try counter.till("readers", "--environment", "demo").waitForExit() == 0)
        let again = try counter.till("doctor", "--json")
        #expect(try again.waitForExit() == 0)
        #expect(!again.errors.contains("crashed"))
        #expect(again.objects.contains { $0["code"] == "crashed" && $0["level"] == "notice" })
        let bundle = try counter.till("support-bundle", counter.path("s.tar.gz"), "--yes", "--json")
        #expect(try bundle.waitForExit() == 0)
        #expect(bundle.objects.contains { $0["name"]?.stringValue == "crashes/" + found[0] })
    }

    @Test("no more than ten reports are kept, the newest")
    func many() throws {
        let counter = try Counter()
        #expect(shell("mkdir -p -m 700 '\(counter.path(Self.folder))'") == 0)
        for number in 10..<25 { counter.write("x", to: "\(Self.folder)/crash-17000000\(number)-1.txt") }
        counter.write("x", to: "\(Self.folder)/other")
        #expect(try counter.till("readers", "--environment", "demo").waitForExit() == 0)
        let kept = reports(counter)
        #expect(kept.count == 10 && kept.contains("other") && kept.first == "crash-1700000016-1.txt")
    }

    @Test("where there can be no folder the till runs without")
    func noFolder() throws {
        let counter = try Counter()
        counter.write("a file", to: "state")
        let till = try counter.till(
            "readers", "--environment", "demo", environment: ["XDG_STATE_HOME": counter.path("state")])
        #expect(try till.waitForExit() == 0)
        #expect(till.errors.isEmpty)
    }
}
