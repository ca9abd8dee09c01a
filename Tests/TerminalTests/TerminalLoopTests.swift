import Glibc
import TestKit
import Testing

@Suite("a program on a terminal", .serialized)
struct TerminalLoopTests {
    private func start(
        _ environment: [String: String] = [:], rows: Int = 24, columns: Int = 80
    ) throws -> VirtualTerminal {
        let terminal = try VirtualTerminal(
            BuiltProgram.path("terminal-probe"), environment: environment, rows: rows, columns: columns)
        try waitForFrame(on: terminal)
        return terminal
    }

    private func waitForFrame(on terminal: VirtualTerminal) throws {
        try terminal.wait(for: "the whole frame") {
            $0.line(0).contains("Probe \($0.columns)×\($0.rows)") && $0.line($0.rows - 1).hasSuffix("╯")
        }
    }

    /// What must be switched off again, whatever happened.
    private let farewell = "[?1000l [?1002l [?1003l [?1004l [?1006l [?2004l [?1049l [?25h [23;0t".split(separator: " ")

    private func expectRestored(_ terminal: VirtualTerminal) {
        let output = String(decoding: terminal.output, as: UTF8.self)
        for sequence in farewell {
            #expect(output.contains("\u{1B}" + sequence), "\(sequence)")
        }
        #expect(terminal.isCooked)
    }

    @Test("the first frame has its colours, its cursor and a clean title")
    func firstFrame() throws {
        let terminal = try start()
        #expect(terminal.line(1).hasPrefix("│ 12,50\u{A0}€ 日本 unicode ") && terminal.line(1).hasSuffix(" │"))
        #expect(terminal.cell(row: 1, column: 10).text == "日" && terminal.cell(row: 1, column: 79).text == "│")
        #expect(terminal.cell(row: 1, column: 2).bold && terminal.cell(row: 2, column: 2).background != -1)
        let output = String(decoding: terminal.output, as: UTF8.self)
        #expect(output.contains("\u{1B}]2;probe\u{07}"))
        terminal.type("q")
        #expect(try terminal.waitForExit() == 0)
        expectRestored(terminal)
    }

    @Test("keys arrive as keys, in both cursor modes, and unknown sequences not at all")
    func keys() throws {
        let terminal = try start()
        terminal.press(.function(2))
        terminal.press(.function(9), shift: true)
        terminal.press(.up)
        terminal.type("\u{1B}[Dé")
        terminal.press(.tab, shift: true)
        terminal.press(.enter)
        terminal.type("\u{1B}[1;5P\u{1B}[99;7;7xz")
        terminal.press(.escape)
        try terminal.wait(for: "escape")
        let seen = terminal.text.split(separator: "\n").dropFirst(3).map { line in
            line.split(separator: " ", omittingEmptySubsequences: true).dropFirst().dropLast().joined(separator: " ")
        }
        #expect(
            seen.prefix(8) == [
                "function(2)", "shiftFunction(9)", "up", "left", "character(\"é\")", "backTab", "enter",
                "character(\"z\")",
            ])
    }

    @Test("a paste is one key, line breaks and all")
    func paste() throws {
        let terminal = try start()
        terminal.paste("12,50\rq")
        try terminal.wait(for: "paste(\"12,50\\rq\")")
        terminal.type("q")
        #expect(try terminal.waitForExit() == 0)
    }

    @Test("a paste that does not end is given up, and the keyboard works")
    func unfinishedPaste() throws {
        let terminal = try start()
        terminal.type("\u{1B}[200~abc")
        try terminal.wait(for: "paste(\"abc\")")
        terminal.type("q")
        #expect(try terminal.waitForExit() == 0)
    }

    @Test("a resize repaints everything, down to no size at all")
    func resize() throws {
        let terminal = try start()
        for (rows, columns) in [(30, 100), (1, 1), (2, 300), (10, 40)] { terminal.resize(rows: rows, columns: columns) }
        try waitForFrame(on: terminal)
        #expect((1..<9).allSatisfy { terminal.line($0).hasPrefix("│") && terminal.line($0).hasSuffix("│") })
    }

    @Test("the waker and patience wake the app, once each")
    func wake() throws {
        let terminal = try start()
        terminal.type("w")
        try terminal.wait(for: "woken")
        terminal.type("t")
        try terminal.wait(for: "two wake-ups") { $0.text.split(separator: "woken").count == 3 }
    }

    @Test("the mouse tells where it was pressed")
    func mouse() throws {
        let terminal = try start()
        terminal.click(row: 5, column: 10)
        try terminal.wait(for: "press 10,5")
        try terminal.wait(for: "release 10,5")
    }

    @Test("a drag tells every cell that it goes through, a mouse that only moves tells nothing")
    func drag() throws {
        let terminal = try start()
        terminal.move(row: 3, column: 3)
        terminal.drag([(5, 10), (5, 11), (6, 12)])
        try terminal.wait(for: "release 12,6")
        let seen = terminal.text.matches(of: #/(press|move|release) \d+,\d+/#).map { String($0.output.0) }
        #expect(seen == ["press 10,5", "move 11,5", "move 12,6", "release 12,6"])
    }

    @Test("SIGTERM is an input, and the terminal is given back", arguments: [SIGTERM, SIGHUP])
    func terminate(_ signal: Int32) throws {
        let terminal = try start()
        terminal.signal(signal)
        #expect(try terminal.waitForExit() == (signal == SIGTERM ? 0 : 3))
        expectRestored(terminal)
    }

    @Test("a trap and a crash give the terminal back and still end the program", arguments: ["!", "s"])
    func crash(_ key: String) throws {
        let terminal = try start()
        terminal.type(key)
        let status = try terminal.waitForExit()
        #expect(status == 256 + Int(key == "!" ? SIGILL : SIGSEGV))
        expectRestored(terminal)
    }

    @Test("a terminal that is gone ends the loop, not the program's work")
    func hangUp() throws {
        let terminal = try start()
        terminal.hangUp()
        #expect(try terminal.waitForExit() == 3)
    }

    @Test("Ctrl-Z stops under a shell, fg repaints; where it may not, the reason can be told")
    func suspend() throws {
        let program = BuiltProgram.path("terminal-probe")
        let terminal = try VirtualTerminal("/bin/bash", ["--norc", "-i"], environment: ["PS1": "$ "])
        terminal.type("\(program)\r")
        try terminal.wait(for: "Probe 80×24")
        terminal.type("a\u{1A}")
        try terminal.wait(for: "Stopped")
        #expect(!terminal.text.contains("Probe 80×24"))
        terminal.type("bg\r")
        try terminal.wait(for: "probe &")
        terminal.type("fg\r")
        try terminal.wait(for: "Probe 80×24")
        #expect(terminal.text.contains("character(\"a\")"))
        terminal.type("n\u{1A}")
        try terminal.wait(for: "suspendRefused")
        terminal.type("q")
        try terminal.wait(for: "the prompt") { !$0.text.contains("Probe") }
    }

    @Test("without colours and without UTF-8 it is plain and complete")
    func plain() throws {
        let terminal = try VirtualTerminal(
            BuiltProgram.path("terminal-probe"), environment: ["LC_ALL": "", "NO_COLOR": "1"])
        try terminal.wait(for: "the whole frame") { $0.line(0).contains("Probe 80x24") && $0.line(23).hasSuffix("+") }
        #expect(terminal.line(1).contains("12,50 EUR ???? ascii"))
        #expect(terminal.cell(row: 2, column: 2).reverse && terminal.cell(row: 2, column: 2).foreground == -1)
        #expect(terminal.output.allSatisfy { $0 < 0x80 })
    }

    @Test("few colours do", arguments: ["linux", "xterm", "screen-256color", "vt100"])
    func colors(_ name: String) throws {
        let terminal = try start(["TERM": name])
        terminal.type("q")
        #expect(try terminal.waitForExit() == 0)
    }

    @Test(
        "no terminal, a simple one and an unknown one are told without an escape byte",
        arguments: [("", "tooSimple"), ("dumb", "tooSimple"), ("no-such", "unknown(name: \"no-such\"")])
    func refused(_ name: String, _ words: String) throws {
        let terminal = try VirtualTerminal(BuiltProgram.path("terminal-probe"), environment: ["TERM": name])
        #expect(try terminal.waitForExit() == 2)
        #expect(terminal.text.contains(words))
        #expect(!terminal.output.contains(0x1B))
    }
}
