import TestKit
import Testing
import Text

@Suite("text from outside becomes printable")
struct PrintableTests {
    @Test(
        "escape sequences go whole",
        arguments: [
            ("a\u{1B}[31mb\u{1B}[0m", "ab"),
            ("a\u{1B}]52;c;cGF5\u{07}b", "ab"),
            ("a\u{1B}]0;title\u{1B}\\b", "ab"),
            ("a\u{1B}P1$q\u{1B}\\b", "ab"),
            ("a\u{1B}(0b", "ab"),
            ("a\u{1B}cb", "ab"),
            ("a\u{9B}2Jb", "ab"),
            ("a\u{9D}2;x\u{9C}b", "ab"),
            ("a\u{1B}_x\u{1B}\\b", "ab"),
        ])
    func sequences(_ given: String, _ wanted: String) {
        #expect(printable(given) == wanted)
    }

    @Test(
        "a sequence that breaks off hides nothing of the text",
        arguments: [("a\u{1B}]secret", "asecret"), ("a\u{1B}", "a"), ("a\u{1B}[3", "a"), ("a\u{1B}[3é", "aé")])
    func broken(_ given: String, _ wanted: String) {
        #expect(printable(given) == wanted)
    }

    @Test("bidirectional, invisible and control characters go, line breaks become spaces")
    func invisible() {
        #expect(printable("Ca\u{202E}fé\u{2066}\u{200B}\u{FEFF}\u{AD}\u{7F}\u{00}!") == "Café!")
        #expect(printable("a\r\nb\tc\u{85}d\u{2028}e") == "a  b c d e")
    }

    @Test("emoji fall apart into what every terminal shows alike")
    func emoji() {
        #expect(printable("👨‍👩‍👧") == "👨👩👧")
        #expect(printable("👍🏽 ☎️ 🇫🇷") == "👍 ☎ FR")
    }

    @Test("bytes that are not UTF-8 are replaced")
    func repaired() {
        #expect(printable(utf8: [0x4B, 0xF3, 0x70]) == "K\u{FFFD}p")
    }

    @Test("lines are kept apart where that is asked for")
    func lines() {
        #expect(printableLines("a\r\nb\n\u{1B}[1mc") == ["a", "b", "c"])
    }

    @Test("random text never traps, keeps no control character and stays as it is the second time")
    func random() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0..<40, using: &generator)).map { _ in
                [0x1B, 0x5B, 0x5D, 0xC2, 0x9B, 0x07, 0xE2, 0x80, 0xAE, 0x41, 0x6D, 0x0A].randomElement(
                    using: &generator)
                    ?? UInt8.random(in: 0...255, using: &generator)
            }
            let once = printable(utf8: bytes)
            #expect(printable(once) == once)
            #expect(!once.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
        }
    }
}
