import Screen
import TestKit
import Testing
import Text

@Suite("a canvas draws cells and clips")
struct CanvasTests {
    private func lines(_ canvas: Canvas) -> [String] {
        (0..<canvas.grid.size.height).map(canvas.grid.line)
    }

    @Test("text outside is cut on a cell's edge, on both sides")
    func clips() {
        var canvas = Canvas(Size(width: 8, height: 3))
        canvas.within(Rect(x: 2, y: 1, width: 4, height: 1)) { part in
            part.write("abcdef", x: -2, y: 0)
            part.write("日本語", x: 3, y: 0)
            part.write("x", x: 0, y: 1)
            part.write("x", x: 0, y: -1)
        }
        #expect(lines(canvas) == ["", "  cdef", ""])
    }

    @Test("a wide character that loses a half leaves a blank")
    func halves() {
        var canvas = Canvas(Size(width: 6, height: 1))
        canvas.write("日本語", x: 0, y: 0)
        canvas.write("x", x: 1, y: 0)
        canvas.write("y", x: 2, y: 0)
        #expect(lines(canvas) == [" xy 語"])
        #expect(canvas.grid[4, 0].width == 2 && canvas.grid[5, 0].width == 0)
    }

    @Test("a field is filled to its width and says what it left out")
    func fields() {
        var canvas = Canvas(Size(width: 10, height: 2))
        canvas.write("Référence", x: 0, y: 0, width: 6, .leading, .input)
        canvas.write("12", x: 0, y: 1, width: 6, .trailing, .input)
        #expect(lines(canvas) == ["Référ…", "    12"])
        #expect(canvas.grid[0, 1].role == .input && canvas.grid[6, 1].role == .text)
    }

    @Test("a cell never holds a control character, whatever is written")
    func controls() {
        var canvas = Canvas(Size(width: 20, height: 1))
        canvas.write("a\u{1B}[2Jb\u{9B}0mc\u{202E}\n\u{7}d", x: 0, y: 0)
        #expect(lines(canvas) == ["abc d"])
    }

    @Test("ASCII canvases hold nothing else")
    func ascii() {
        var canvas = Canvas(Size(width: 20, height: 5), characters: .ascii)
        canvas.box(canvas.bounds, title: "Reçu")
        canvas.write("12,50\u{A0}€ …日", x: 1, y: 1)
        canvas.write(big: "7", x: 1, y: 2)
        #expect(lines(canvas).joined().utf8.allSatisfy { $0 < 0x80 })
        #expect(lines(canvas)[0] == "+- Recu -----------+")
        #expect(lines(canvas)[1].contains("12,50 EUR ...??"))
    }

    @Test("the cursor stands in the part it was put into, or nowhere")
    func cursor() {
        var canvas = Canvas(Size(width: 8, height: 3))
        canvas.within(Rect(x: 2, y: 1, width: 4, height: 1)) { $0.placeCursor(x: 3, y: 0) }
        #expect(canvas.grid.cursor == Point(x: 5, y: 1))
        canvas.within(Rect(x: 2, y: 1, width: 4, height: 1)) { $0.placeCursor(x: 4, y: 0) }
        #expect(canvas.grid.cursor == nil)
    }

    @Test("boxes, rules and big digits look as drawn")
    func drawing() {
        var canvas = Canvas(Size(width: 50, height: 9))
        canvas.box(canvas.bounds, title: "Sale")
        canvas.write(big: "1.234.567,89", x: 3, y: 2)
        canvas.rule(x: 1, y: 6, width: 48, .dim)
        canvas.write(
            wrapped: "Ask the customer to insert, tap or swipe the card.", in: Rect(x: 2, y: 7, width: 46, height: 1))
        Picture.expect(canvas.grid, matches: "Tests/ScreenTests/Golden/drawing.picture")
    }

    @Test("no size and no place traps", arguments: [-5, 0, 1, 2, 3, 100_000])
    func extremes(_ number: Int) {
        var canvas = Canvas(Size(width: min(number, 900), height: 2))
        canvas.box(Rect(x: -number, y: number, width: number, height: number), title: "t")
        canvas.write("日", x: number, y: number)
        canvas.write("日", x: -1, y: 0)
        canvas.fill(Rect(x: number, y: -number, width: number, height: number), .focus)
        canvas.write(big: "0", x: number, y: -1)
        canvas.write("text", x: 0, y: 0, width: number)
        #expect(canvas.grid[number, number] == canvas.grid[-1, -1])
    }
}
