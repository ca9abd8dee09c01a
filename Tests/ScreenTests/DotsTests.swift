import Screen
import Testing

@Suite("dots in cells")
struct DotsTests {
    private func drawn(_ dots: Dots, _ characters: Canvas.Characters = .unicode) -> [String] {
        var canvas = Canvas(dots.size, characters: characters)
        canvas.draw(dots, x: 0, y: 0)
        return (0..<dots.size.height).map(canvas.grid.line)
    }

    @Test(
        "each dot has its place in a cell",
        arguments: zip(0..<8, ["⠁", "⠂", "⠄", "⡀", "⠈", "⠐", "⠠", "⢀"]))
    func places(_ index: Int, _ character: String) {
        var dots = Dots(Size(width: 1, height: 1))
        dots.set(Point(x: index / 4, y: index % 4))
        #expect(drawn(dots) == [character])
    }

    @Test("a line goes from end to end, whichever way", arguments: [(0, 7, 5, 0), (5, 0, 0, 7)])
    func line(_ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int) {
        var dots = Dots(Size(width: 3, height: 2))
        dots.line(from: Point(x: x1, y: y1), to: Point(x: x2, y: y2))
        let rows = drawn(dots)
        #expect(rows[0].hasPrefix(" ") && rows[0].count == 3 && rows[1].count <= 2)
        #expect(
            (rows[0] + rows[1]).unicodeScalars.reduce(0) { $0 + max(0, Int($1.value) - 0x2800).nonzeroBitCount } >= 8)
    }

    @Test("what is outside is left out")
    func outside() {
        var dots = Dots(Size(width: 2, height: 1))
        for (x, y) in [(-1, 0), (0, -1), (4, 0), (0, 4), (.max, .max), (.min, 0)] { dots.set(Point(x: x, y: y)) }
        #expect(drawn(dots) == [""])
    }

    @Test("cells without dots show what was there")
    func beneath() {
        var dots = Dots(Size(width: 3, height: 1))
        dots.set(Point(x: 2, y: 3))
        var canvas = Canvas(Size(width: 3, height: 1))
        canvas.write("abc", x: 0, y: 0)
        canvas.draw(dots, x: 0, y: 0)
        #expect(canvas.grid.line(0) == "a⡀c")
    }

    @Test("in ASCII a cell says whether its dots are above, below or both")
    func ascii() {
        var dots = Dots(Size(width: 3, height: 1))
        for (x, y) in [(0, 1), (2, 2), (4, 0), (5, 3)] { dots.set(Point(x: x, y: y)) }
        #expect(drawn(dots, .ascii) == ["'.:"])
    }
}
