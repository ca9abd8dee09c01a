import Glibc
import TestKit
import Testing

@Suite("the till on a terminal")
struct ConsoleTests {
    private static let instant = "reader: demo:default\ncurrency: GBP\ndemo: {pace: instant}\n"
    private static let human = "reader: demo:default\ncurrency: GBP\n"

    /// A console whose training reader is ready.
    private func start(_ counter: Counter) throws -> VirtualTerminal {
        let terminal = try counter.console()
        try terminal.wait(for: ": ready")
        return terminal
    }

    /// Types 12.34 and answers the question.
    private func sell(on terminal: VirtualTerminal) throws {
        terminal.type("1234")
        terminal.press(.enter)
        try terminal.wait(for: "Press Enter once more")
        try terminal.pressEnterDeliberately()
    }

    /// All that was switched on is off again, and the shell gets its line editing back.
    private func expectRestored(_ terminal: VirtualTerminal) {
        let output = String(decoding: terminal.output, as: UTF8.self)
        for sequence in ["[?1000l", "[?1002l", "[?1003l", "[?1004l", "[?1006l", "[?2004l", "[?1049l", "[?25h"] {
            #expect(output.contains("\u{1B}" + sequence), "\(sequence)")
        }
        #expect(terminal.isCooked)
    }

    @Test("from the start over an approved sale to the end")
    func sale() throws {
        let counter = try Counter(Self.instant)
        let terminal = try start(counter)
        try sell(on: terminal)
        try terminal.wait(for: "Approved")
        #expect(terminal.text.contains("GBP\u{A0}12.34"))
        try terminal.pressEnterDeliberately()
        try terminal.wait(for: "Type the amount")
        terminal.type("q")
        #expect(try terminal.waitForExit() == 0)
        expectRestored(terminal)
        #expect(try counter.history() == ["approved 1234"])
    }

    @Test("connects by itself to the reader that was used last, and to no other one in its place")
    func lastReader() throws {
        let counter = try Counter(Self.instant)
        let first = try start(counter)
        first.type("q")
        #expect(try first.waitForExit() == 0)
        let remembered = String(decoding: counter.bytes("data/last-reader"), as: UTF8.self).split(separator: "\n")
        #expect(remembered.first == "demo:default" && remembered.count == 2)
        counter.write("demo:default\n000999999999\n", to: "data/last-reader")
        let second = try counter.console()
        try second.wait(for: "Another reader answers")
        #expect(remembered.last.map { second.text.contains($0) } == true)
        second.type("q")
        #expect(try second.waitForExit() == 0)
    }

    @Test("till demo finds its reader and shows that no money is real")
    func demo() throws {
        let counter = try Counter()
        let terminal = try counter.console("demo")
        try terminal.wait(for: "HiLite")
        #expect(terminal.text.contains("TRAINING"))
        terminal.press(.enter)
        try terminal.wait(for: "Ready. Press Enter to sell.")
        terminal.press(.enter)
        try terminal.wait(for: "Type the amount")
    }

    @Test("a window that becomes too small says so, and shows the page again when there is room")
    func resize() throws {
        let terminal = try start(try Counter(Self.instant))
        terminal.resize(rows: 10, columns: 40)
        try terminal.wait(for: "80×24")
        terminal.resize(rows: 60, columns: 200)
        try terminal.wait(for: "Type the amount")
        #expect(!terminal.text.contains("80×24"))
    }

    @Test("Ctrl-C asks before it ends the till")
    func controlC() throws {
        let terminal = try start(try Counter(Self.instant))
        terminal.type("\u{3}")
        try terminal.wait(for: "Quit?")
        terminal.press(.enter)
        #expect(try terminal.waitForExit() == 0)
        expectRestored(terminal)
    }

    @Test("SIGTERM in a payment gives the terminal back at once; the payment ends first, and its status is the till's")
    func terminated() throws {
        let counter = try Counter(Self.human)
        let terminal = try start(counter)
        try sell(on: terminal)
        try terminal.wait(for: "insert, tap or swipe")
        terminal.signal(SIGTERM)
        #expect(try terminal.waitForExit() == 4)
        expectRestored(terminal)
        #expect(try counter.history() == ["cancelled 1234"])
    }

    @Test("SIGTERM when nothing can be cancelled: the terminal is free while the payment runs to its end")
    func terminatedLate() throws {
        let counter = try Counter(Self.human)
        let terminal = try start(counter)
        try sell(on: terminal)
        try terminal.wait(for: "enters the PIN")
        terminal.signal(SIGTERM)
        try terminal.wait(for: "a terminal that is free") { $0.isCooked }
        #expect(kill(terminal.processID, 0) == 0)
        #expect(try terminal.waitForExit() == 0)
        expectRestored(terminal)
        #expect(try counter.history() == ["approved 1234"])
    }

    @Test("a terminal that is gone does not stop a payment")
    func hangUp() throws {
        let counter = try Counter(Self.human)
        let terminal = try start(counter)
        try sell(on: terminal)
        try terminal.wait(for: "enters the PIN")
        terminal.hangUp()
        #expect(try terminal.waitForExit() == 0)
        #expect(try counter.history() == ["approved 1234"])
    }

    @Test(
        "no terminal, a simple one and an unknown one get one line and no escape byte",
        arguments: ["dumb", "no-such-terminal"])
    func refused(name: String) throws {
        let counter = try Counter()
        let terminal = try VirtualTerminal(
            BuiltProgram.path("till"), environment: counter.environment.merging(["TERM": name]) { $1 })
        #expect(try terminal.waitForExit() == 2)
        #expect(!terminal.output.isEmpty && !terminal.output.contains(0x1B))
    }

    @Test("without a terminal there is one line and no escape byte")
    func noTerminal() throws {
        let counter = try Counter()
        let till = try counter.till("demo", environment: ["TERM": "xterm"])
        #expect(try till.waitForExit() == 2)
        #expect(till.errors.split(separator: "\n").first == "This needs a terminal.")
        #expect(till.output.isEmpty && !till.errors.contains("\u{1B}"))
    }
}
