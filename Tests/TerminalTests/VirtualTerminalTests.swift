import TestKit
import Testing

@Suite("the virtual terminal shows what a program writes")
struct VirtualTerminalTests {
    @Test("text, colours, wide characters and the exit status")
    func smoke() throws {
        let terminal = try VirtualTerminal(
            "/bin/sh", ["-c", "printf 'caf\\303\\251 \\033[1;38;5;33m\\346\\227\\245\\033[0m\\n'; read x; exit 7"])
        try terminal.wait(for: "café")
        #expect(terminal.line(0) == "café 日")
        #expect(terminal.cell(row: 0, column: 5).width == 2 && terminal.cell(row: 0, column: 5).foreground == 33)
        #expect(terminal.isCooked)
        terminal.press(.enter)
        #expect(try terminal.waitForExit() == 7)
    }
}
