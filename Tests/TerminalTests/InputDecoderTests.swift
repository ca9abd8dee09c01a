import Screen
import Testing

@testable import Terminal

@Suite("input becomes keys")
struct InputDecoderTests {
    private func keys(_ text: String) -> [Key] {
        var decoder = InputDecoder()
        for scalar in text.unicodeScalars { decoder.feed(.character(scalar)) }
        return decoder.take()
    }

    @Test(
        "characters, control characters and escape",
        arguments: [
            ("aé€", [Key.character("a"), .character("é"), .character("€")]),
            ("\r\n\t\u{7F}", [.enter, .enter, .tab, .backspace]),
            ("\u{3}\u{10}", [.control("c"), .control("p")]), ("\u{1B}", [.escape]),
            ("\u{1B}\u{1B}", [.escape, .escape]),
            ("\u{1B}x", [.escape, .character("x")]), ("\u{0}\u{9B}", []),
        ])
    func plain(_ text: String, _ wanted: [Key]) {
        #expect(keys(text) == wanted)
    }

    @Test(
        "a sequence nobody knows leaves nothing behind",
        arguments: [
            "\u{1B}[1;5D", "\u{1B}Ox", "\u{1B}[?62;4c", "\u{1B}[<0;1", "\u{1B}[<9;1;1M", "\u{1B}[<0;0;0M", "\u{1B}[",
        ])
    func unknown(_ text: String) {
        #expect(keys(text) == [])
    }

    @Test("mouse reports are read")
    func mouse() {
        #expect(
            keys("\u{1B}[<0;11;6M\u{1B}[<0;11;6m\u{1B}[<64;1;1M\u{1B}[<65;300;200M") == [
                .mouse(.init(.press, at: Point(x: 10, y: 5))), .mouse(.init(.release, at: Point(x: 10, y: 5))),
                .mouse(.init(.wheelUp, at: Point(x: 0, y: 0))), .mouse(.init(.wheelDown, at: Point(x: 299, y: 199))),
            ])
    }

    @Test("a paste is collected over many turns and keeps its line breaks")
    func paste() {
        var decoder = InputDecoder()
        decoder.feed(.pasteStart)
        for scalar in "1\r".unicodeScalars { decoder.feed(.character(scalar)) }
        #expect(decoder.take() == [] && decoder.isPasting)
        decoder.feed(.key(.up))
        decoder.feed(.character("\u{1B}"))
        decoder.feed(.pasteEnd)
        #expect(decoder.take() == [.paste("1\r\u{1B}")] && !decoder.isPasting)
    }

    @Test("a paste has a limit")
    func limit() {
        var decoder = InputDecoder()
        decoder.feed(.pasteStart)
        for _ in 0..<(InputDecoder.pasteLimit + 10) { decoder.feed(.character("x")) }
        decoder.feed(.pasteEnd)
        #expect(decoder.take() == [.paste(String(repeating: "x", count: InputDecoder.pasteLimit))])
    }
}

@Suite("the environment decides what a terminal can do")
struct TerminalKindTests {
    private func kind(_ environment: [String: String], color: Bool? = nil) throws(TerminalError) -> TerminalKind {
        try TerminalKind(environment: { environment[$0] }, color: color, isTerminal: true)
    }

    @Test("UTF-8 is used where the locale says so")
    func characters() throws {
        #expect(try kind(["TERM": "xterm", "LANG": "fr_FR.UTF-8"]).characters == .unicode)
        #expect(try kind(["TERM": "xterm", "LC_ALL": "C.utf8"]).characters == .unicode)
        #expect(try kind(["TERM": "xterm", "LANG": "fr_FR.UTF-8", "LC_ALL": "C"]).characters == .ascii)
        #expect(try kind(["TERM": "xterm"]).characters == .ascii)
    }

    @Test("the user's word on colours beats NO_COLOR")
    func color() throws {
        #expect(try kind(["TERM": "xterm"]).color)
        #expect(try !kind(["TERM": "xterm", "NO_COLOR": "1"]).color)
        #expect(try kind(["TERM": "xterm", "NO_COLOR": "1"], color: true).color)
        #expect(try !kind(["TERM": "xterm"], color: false).color)
    }

    @Test("a pipe is no terminal")
    func pipe() {
        #expect(throws: TerminalError.notATerminal) {
            try TerminalKind(environment: { _ in "xterm" }, isTerminal: false)
        }
    }
}
