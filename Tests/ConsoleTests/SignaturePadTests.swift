import Console
import Payments
import Screen
import TestKit
import Testing

@testable import Checkout
@testable import Terminal

@Suite("signing on the pad")
struct SignaturePadTests {
    private let reference = SamplePayments.reference(1)
    private let accepted = ConsoleEffect.submit(.answerSignature(id: 7, .accepted))

    /// What would be kept if somebody accepted now.
    private func kept(_ driver: ConsoleDriver) -> SignatureDrawing? {
        var driver = driver
        driver.press(.function(9))
        driver.confirm()
        guard case .keepSignature(_, let drawing)? = driver.effects.first else { return nil }
        return drawing
    }

    @Test("the mouse draws while its button is held, and F9 hands the drawing on before the verdict")
    func mouse() throws {
        var driver = try ConsoleDriver.signing()
        driver.drag([(20, 15), (30, 17), (40, 15)])
        let drawing = try #require(kept(driver))
        #expect(drawing.strokes.map(\.count) == [3])
        let points = drawing.strokes[0]
        #expect(points[0].y == points[2].y && points[1].y > points[0].y && points[0].x < points[1].x)
        driver.press(.function(9))
        driver.confirm()
        #expect(driver.effects == [.keepSignature(reference, drawing), accepted])
    }

    @Test("what is drawn is seen where the mouse went")
    func seen() throws {
        var driver = try ConsoleDriver.signing()
        driver.drag([(20, 16), (40, 16)])
        #expect((20...40).allSatisfy { driver.grid[$0, 16].text.isBraille })
        #expect(!driver.grid[19, 16].text.isBraille && !driver.grid[41, 16].text.isBraille)
    }

    @Test("a drag that leaves the pad goes on along its edge; one that begins outside draws nothing")
    func edges() throws {
        var driver = try ConsoleDriver.signing()
        driver.drag([(5, 3), (30, 16), (40, 16)])
        #expect(kept(driver) == nil)
        driver.drag([(30, 16), (79, 0), (-5, 60)])
        let points = try #require(kept(driver)).strokes[0]
        #expect(points[1] == .init(x: SignatureDrawing.width - 1, y: 0))
        #expect(points[2] == .init(x: 0, y: SignatureDrawing.height - 1))
    }

    @Test("a mouse that moves without its button draws nothing")
    func hovering() throws {
        var driver = try ConsoleDriver.signing()
        driver.mouse(.move, 30, 16)
        driver.mouse(.release, 31, 16)
        #expect(kept(driver) == nil)
    }

    @Test("keys draw the same: Space puts the pen down and up, arrows and hjkl move it")
    func keys() throws {
        var driver = try ConsoleDriver.signing()
        driver.press(.character(" "), .right, .character("l"), .down, .character("j"), .character(" "))
        driver.press(.left, .character("h"), .up, .character("k"))
        driver.press(.character(" "), .up)
        let strokes = try #require(kept(driver)).strokes
        #expect(strokes.map(\.count) == [5, 2])
        #expect(strokes[0][4].x - strokes[0][0].x == strokes[0][4].y - strokes[0][0].y)
        #expect(strokes[1][0] == strokes[0][0])
    }

    @Test("the cursor is where the pen is, and words say whether it is down")
    func pen() throws {
        var driver = try ConsoleDriver.signing()
        let start = try #require(driver.grid.cursor)
        #expect(driver.screen.contains("pen up"))
        driver.press(.character(" "), .right, .right, .right)
        #expect(driver.grid.cursor == Point(x: start.x + 2, y: start.y))
        #expect(driver.screen.contains("pen down"))
        driver.drag([(20, 16)])
        #expect(driver.grid.cursor == Point(x: 20, y: 16))
        #expect(driver.screen.contains("pen up"))
    }

    @Test("u and Backspace take the last stroke back, x all of them")
    func undo() throws {
        var driver = try ConsoleDriver.signing()
        for row in 14...16 { driver.drag([(20, row), (30, row)]) }
        driver.press(.backspace)
        #expect(kept(driver)?.strokes.count == 2)
        driver.press(.character(" "), .right, .character("u"))
        #expect(kept(driver)?.strokes.count == 2)
        driver.press(.right)
        #expect(kept(driver)?.strokes.map(\.count) == [2, 2])
        driver.press(.character("x"))
        #expect(kept(driver) == nil)
    }

    @Test("without a drawing the question says that it was signed on paper, and only the verdict goes on")
    func onPaper() throws {
        var driver = try ConsoleDriver.signing()
        driver.press(.enter)
        #expect(driver.words().contains("the customer has signed on paper"))
        driver.confirm()
        #expect(driver.effects == [accepted])
    }

    @Test("Enter accepts like F9, and the question says that the drawing is kept")
    func enter() throws {
        var driver = try ConsoleDriver.signing()
        driver.sign()
        driver.press(.enter)
        #expect(driver.words().contains("it is kept"))
        driver.confirm()
        #expect(driver.effects.count == 2 && driver.effects.last == accepted)
    }

    @Test("a declined signature is not kept", arguments: [Key.character("d"), .shiftFunction(9)])
    func declined(_ key: Key) throws {
        var driver = try ConsoleDriver.signing()
        driver.sign()
        driver.press(key)
        driver.confirm()
        #expect(driver.effects == [.submit(.answerSignature(id: 7, .declined))])
    }

    @Test("while the question stands nothing is drawn")
    func question() throws {
        var driver = try ConsoleDriver.signing()
        driver.mouse(.press, 20, 16)
        let before = kept(driver)
        driver.press(.function(9))
        driver.mouse(.move, 40, 16)
        driver.press(.character(" "), .right, .escape)
        driver.mouse(.move, 44, 16)
        #expect(before != nil && kept(driver) == before)
    }

    @Test("the engine may refuse the verdict: the drawing is still there, and handed on again")
    func refused() throws {
        var driver = try ConsoleDriver.signing()
        driver.sign()
        let drawing = kept(driver)
        driver.press(.function(9))
        driver.confirm()
        driver.fault(TillFault("journal-disk-full", .journal))
        driver.wait(.seconds(1))
        driver.press(.escape)
        #expect(drawing != nil && kept(driver) == drawing)
    }

    @Test("a request that is withdrawn takes the drawing along")
    func withdrawn() throws {
        var driver = try ConsoleDriver.signing()
        driver.sign()
        driver.withdrawSignature()
        driver.askSignature(Scene.receipt, id: 8)
        #expect(kept(driver) == nil)
    }

    @Test("another request begins with an empty pad; more time for the same one leaves the drawing")
    func again() throws {
        var driver = try ConsoleDriver.signing()
        driver.sign()
        driver.wait(.seconds(5))
        driver.askSignature(Scene.receipt)
        #expect(kept(driver) != nil)
        driver.askSignature(Scene.receipt, id: 8)
        #expect(kept(driver) == nil)
    }

    @Test("whoever looks at the history has left the pad, whoever looks at its help has not")
    func left() throws {
        var driver = try ConsoleDriver.signing()
        driver.sign()
        driver.press(.function(1), .escape)
        #expect(kept(driver) != nil)
        driver.press(.function(1), .function(3), .escape, .escape)
        #expect(driver.model.page == .signature)
        #expect(kept(driver) == nil)
    }

    @Test("a larger window shows the same drawing larger")
    func resized() throws {
        var driver = try ConsoleDriver.signing()
        driver.sign()
        let drawing = kept(driver)
        let small = driver.brailleCount
        driver.take(.resized(Size(width: 200, height: 60)))
        #expect(drawing != nil && kept(driver) == drawing)
        #expect(driver.brailleCount > small)
    }

    @Test("a click puts a passing notice away and draws; beneath a fault nothing is drawn", arguments: [true, false])
    func notice(_ isFault: Bool) throws {
        var driver = try ConsoleDriver.signing()
        if isFault { driver.fault(TillFault("journal-disk-full", .journal)) } else { driver.press(.function(2)) }
        driver.drag([(30, 18)])
        #expect((kept(driver) == nil) == isFault)
    }

    @Test("a full pad says so and stays as it is")
    func full() throws {
        var driver = try ConsoleDriver.signing()
        driver.mouse(.press, 20, 15)
        for step in 0..<SignatureDrawing.pointLimit { driver.mouse(.move, 20 + step % 2, 15) }
        #expect(driver.screen.contains("The pad is full"))
        driver.mouse(.release, 20, 15)
        driver.drag([(30, 16), (31, 16)])
        #expect(kept(driver)?.strokes.count == 1)
    }
}

@Suite("when there is a pad")
struct PadPresenceTests {
    @Test("the mouse is wanted on the pad only, and not where it was declined")
    func wanted() throws {
        var driver = try ConsoleDriver.signing()
        #expect(driver.model.wantsMouse)
        driver.press(.function(1))
        #expect(!driver.model.wantsMouse)
        driver.press(.escape)
        driver.withdrawSignature()
        #expect(!driver.model.wantsMouse)
        #expect(try !ConsoleDriver.signing(mouse: false).model.wantsMouse)
    }

    @Test("without a mouse nobody is told to use one, and its events are none")
    func withoutMouse() throws {
        var driver = try ConsoleDriver.signing(mouse: false)
        #expect(driver.screen.contains("Sign with the arrows"))
        driver.drag([(20, 16), (30, 16)])
        #expect(driver.brailleCount == 0)
    }

    @Test("where customers sign on paper there is no pad, and its keys are none")
    func off() throws {
        var driver = try ConsoleDriver.selling()
        driver.askSignature(Scene.receipt)
        #expect(!driver.model.wantsMouse && !driver.screen.contains("Sign here"))
        driver.press(.enter, .right, .character("x"), .backspace, .character(" "))
        #expect(driver.model == (try paperModel()))
        driver.press(.function(1))
        #expect(!driver.screen.contains("Pen"))
    }

    private func paperModel() throws -> ConsoleModel {
        var driver = try ConsoleDriver.selling()
        driver.askSignature(Scene.receipt)
        driver.press(.enter)
        return driver.model
    }

    @Test("the receipt scrolls by page and by wheel while arrows are the pen's")
    func scrolling() throws {
        var driver = try ConsoleDriver.signing()
        let top = driver.screen
        driver.press(.pageDown)
        let scrolled = driver.screen
        #expect(scrolled != top)
        driver.mouse(.wheelUp, 30, 8)
        #expect(driver.screen == top)
        driver.mouse(.wheelDown, 30, 8)
        #expect(driver.screen == scrolled)
    }

    @Test(
        "receipt and pad fit on every screen, and the pad shows the whole drawing",
        arguments: [(80, 24), (80, 60), (100, 30), (119, 24), (120, 24), (200, 60), (300, 100)])
    func fits(_ width: Int, _ height: Int) throws {
        var driver = try ConsoleDriver.signing(size: Size(width: width, height: height))
        let lines = driver.screen.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.contains { $0.contains("Receipt") } && lines.contains { $0.contains("Sign here") })
        #expect(lines.count { $0.contains("╰") && $0.contains("╯") } >= 1)
        for _ in 0..<SignatureDrawing.width { driver.press(.right, .down) }
        let end = try #require(driver.grid.cursor)
        for _ in 0..<SignatureDrawing.width { driver.press(.left, .up) }
        let start = try #require(driver.grid.cursor)
        #expect(driver.grid[start.x - 1, start.y].text == "│" && driver.grid[start.x, start.y - 1].text == "─")
        #expect((1...2).contains { driver.grid[end.x + $0, end.y].text == "│" })
        #expect(driver.grid[end.x, end.y + 1].text == "─" && end.y < height - 1)
    }

    @Test("a terminal's reports of a drag, as bytes, draw a stroke")
    func reports() throws {
        var driver = try ConsoleDriver.signing()
        var decoder = InputDecoder()
        let bytes = "\u{1B}[<0;21;17M\u{1B}[<32;31;17M\u{1B}[<32;41;17M\u{1B}[<0;41;17m\u{1B}[<35;50;17M"
        for scalar in bytes.unicodeScalars { decoder.feed(.character(scalar)) }
        for key in decoder.take() { driver.press(key) }
        #expect((20...40).allSatisfy { driver.grid[$0, 16].text.isBraille })
        #expect(!driver.grid[45, 16].text.isBraille)
    }
}

extension ConsoleDriver {
    mutating func mouse(_ action: MouseEvent.Action, _ x: Int, _ y: Int) {
        press(.mouse(MouseEvent(action, at: Point(x: x, y: y))))
    }

    /// Presses the button at the first cell, moves through the others and lets go at the last.
    mutating func drag(_ cells: [(x: Int, y: Int)]) {
        for (index, cell) in cells.enumerated() { mouse(index == 0 ? .press : .move, cell.x, cell.y) }
        if let last = cells.last { mouse(.release, last.x, last.y) }
    }

    /// A wave and a line, wherever the pad is.
    mutating func sign() {
        press(.character(" "))
        for wave in 0..<6 {
            for _ in 0..<4 { press(.right, .up, wave % 2 == 0 ? .up : .right) }
            for _ in 0..<4 { press(.right, .down, wave % 2 == 0 ? .down : .right) }
        }
        press(.character(" "))
    }

    mutating func withdrawSignature() {
        engine { snapshot in
            guard case .selling(let reader, var sale) = snapshot.connection else { return }
            sale.signature = nil
            snapshot.connection = .selling(reader, sale)
        }
    }

    var brailleCount: Int {
        (0..<grid.size.height).reduce(0) { $0 + grid.row($1).count { $0.text.isBraille } }
    }
}

extension String {
    var isBraille: Bool { unicodeScalars.first.map { (0x2801...0x28FF).contains($0.value) } ?? false }
}
