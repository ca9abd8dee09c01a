import Testing
import Text

@Suite("text is measured in cells")
struct CellTests {
    @Test(
        "a width is the sum of its characters' cells",
        arguments: [
            ("12,50\u{A0}€", 7), ("日本", 4), ("e\u{301}", 1), ("👨‍👩‍👧", 6), ("👍🏽", 2), ("🇫🇷", 2), ("…", 1), ("１２", 4),
            ("한", 2),
            ("", 0),
        ])
    func width(_ text: String, _ cells: Int) {
        #expect(cellWidth(of: text) == cells)
        #expect(cellWidth(of: printable(text)) == cells)
    }

    @Test("clipping never cuts a wide character and says that something is missing")
    func clip() {
        #expect(clipped("日本語", to: 6) == "日本語")
        #expect(clipped("日本語", to: 5) == "日本…")
        #expect(clipped("日本語", to: 4) == "日…")
        #expect(clipped("Café", to: 1) == "C")
        #expect(clipped("Café", to: 0) == "")
    }

    @Test("padding fills exactly, whatever the text")
    func pad() {
        #expect(padded("ab", to: 5) == "ab   ")
        #expect(padded("ab", to: 5, .trailing) == "   ab")
        #expect(padded("ab", to: 5, .centre) == " ab  ")
        #expect(padded("日本語", to: 4) == "日… ")
        #expect(padded("日", to: 1) == " ")
    }

    @Test("words wrap at spaces but not at no-break spaces")
    func wrap() {
        #expect(wrapped("Montant : 12,50\u{A0}€ payé", to: 10) == ["Montant :", "12,50\u{A0}€", "payé"])
        #expect(wrapped("abcdefgh ij", to: 3) == ["abc", "def", "gh", "ij"])
        #expect(wrapped("日本語", to: 3) == ["日", "本", "語"])
        #expect(wrapped("a\n\nb", to: 9) == ["a", "", "b"])
        #expect(wrapped("a", to: 0) == [])
    }

    @Test("a glyph keeps three marks at most and none without a character")
    func marks() {
        #expect(
            Glyph.glyphs(of: "\u{301}a" + String(repeating: "\u{301}", count: 9)).map(\.text) == [
                "a\u{301}\u{301}\u{301}"
            ])
    }
}
