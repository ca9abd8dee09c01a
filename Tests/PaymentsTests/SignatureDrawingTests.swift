import Payments
import Testing

@Suite("a drawn signature")
struct SignatureDrawingTests {
    private func point(_ x: Int, _ y: Int) -> SignatureDrawing.Point { SignatureDrawing.Point(x: x, y: y) }

    private func drawing(_ strokes: [(Int, Int)]...) -> SignatureDrawing {
        var drawing = SignatureDrawing()
        for stroke in strokes {
            for (index, (x, y)) in stroke.enumerated() {
                if index == 0 { drawing.begin(at: point(x, y)) } else { drawing.extend(to: point(x, y)) }
            }
        }
        return drawing
    }

    @Test("strokes are drawn on, taken back one by one, and cleared")
    func strokes() {
        var drawing = drawing([(1, 2), (3, 4), (3, 4)], [(9, 9)])
        #expect(drawing.strokes == [[point(1, 2), point(3, 4)], [point(9, 9)]])
        drawing.undo()
        #expect(drawing.strokes == [[point(1, 2), point(3, 4)]])
        drawing.undo()
        drawing.undo()
        #expect(drawing.isEmpty)
        drawing.begin(at: point(1, 1))
        drawing.clear()
        #expect(drawing == SignatureDrawing())
    }

    @Test("without a stroke there is nothing to draw on")
    func noStroke() {
        var drawing = SignatureDrawing()
        drawing.extend(to: point(1, 1))
        #expect(drawing.isEmpty)
    }

    @Test("a place outside the pad is moved to its edge")
    func edges() {
        #expect(point(.min, .max) == point(0, SignatureDrawing.height - 1))
        #expect(point(.max, .min) == point(SignatureDrawing.width - 1, 0))
    }

    @Test("a full drawing takes no more points, until some are taken back")
    func full() {
        var drawing = drawing([(0, 0)])
        for step in 0..<10_000 { drawing.extend(to: point(step % 2, step % 90)) }
        #expect(drawing.isFull)
        #expect(drawing.strokes.map(\.count) == [SignatureDrawing.pointLimit])
        drawing.begin(at: point(5, 5))
        #expect(drawing.strokes.count == 1)
        drawing.undo()
        drawing.begin(at: point(5, 5))
        #expect(drawing.strokes == [[point(5, 5)]])
    }

    @Test("its points are not printed, whichever way")
    func redacted() {
        let drawing = drawing([(17, 71)])
        var dumped = ""
        dump([drawing], to: &dumped)
        for text in ["\(drawing)", String(reflecting: drawing), "\(Optional(drawing) as Any)", dumped] {
            #expect(!text.contains("17") && !text.contains("71"))
        }
    }

    @Test("a curve begins and ends where its stroke does, and stays within it")
    func curves() {
        let stroke = [(10, 10), (50, 10), (50, 60), (20, 90)]
        let curve = drawing(stroke).curves[0]
        #expect(curve.first == point(10, 10) && curve.last == point(20, 90))
        #expect(curve.allSatisfy { (10...50).contains($0.x) && (10...90).contains($0.y) })
        #expect(!curve.contains(point(50, 10)))
        #expect(zip(curve, curve.dropFirst()).allSatisfy { $0 != $1 })
    }

    @Test("dots and straight lines have no curve")
    func straight() {
        let drawing = drawing([(1, 1)], [(2, 2), (90, 40)])
        #expect(drawing.curves == drawing.strokes)
    }
}

@Suite("formats of a signature's image")
struct SignatureFormatTests {
    @Test(
        "their numbers and their first bytes",
        arguments: [
            (1, Array("BM8".utf8)), (2, [0xFF, 0xD8, 0xFF, 0xE0]), (3, [0x49, 0x49, 0x2A, 0x00]),
            (3, [0x4D, 0x4D, 0x00, 0x2A]), (4, Array("GIF87a".utf8)), (4, Array("GIF89a".utf8)),
        ])
    func magic(_ number: Int, _ bytes: [UInt8]) {
        #expect(SignatureFormat(of: bytes)?.rawValue == number)
    }

    @Test(
        "what is none of them is nothing",
        arguments: [[], [0xFF], Array("B".utf8), Array("GIF88a".utf8), [0x89, 0x50, 0x4E, 0x47]])
    func other(_ bytes: [UInt8]) {
        #expect(SignatureFormat(of: bytes) == nil)
    }
}
