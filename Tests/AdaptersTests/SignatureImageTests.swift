import Payments
import TestKit
import Testing

@testable import Imaging

@Suite("images of a signature")
struct SignatureImageTests {
    private static func drawing(_ points: [(Int, Int)]) -> SignatureDrawing {
        var drawing = SignatureDrawing()
        for (index, (x, y)) in points.enumerated() {
            let point = SignatureDrawing.Point(x: x, y: y)
            if index == 0 { drawing.begin(at: point) } else { drawing.extend(to: point) }
        }
        return drawing
    }

    /// As many points as there may be, all over the pad.
    private static let fullest: SignatureDrawing = {
        let random = SeededRandom(seed: 5)
        let points = (0..<SignatureDrawing.pointLimit).map { _ in
            (Int(random.next() % UInt64(SignatureDrawing.width)), Int(random.next() % UInt64(SignatureDrawing.height)))
        }
        return drawing(points)
    }()

    /// As many dots as there may be: what compresses worst.
    private static let dots: SignatureDrawing = {
        let random = SeededRandom(seed: 6)
        var drawing = SignatureDrawing()
        while !drawing.isFull {
            let x = Int(random.next() % UInt64(SignatureDrawing.width))
            drawing.begin(at: SignatureDrawing.Point(x: x, y: Int(random.next() % UInt64(SignatureDrawing.height))))
        }
        return drawing
    }()

    private static let line = drawing([(20, 40), (120, 40)])

    private static let kinds: [(SignatureFormat, String)] = [
        (.bmp, "Bmp"), (.jpg, "Jpeg"), (.tif, "Tiff"), (.gif, "Gif"),
    ]

    @Test("each format is read back: black where the pen went, white elsewhere", arguments: Self.kinds)
    func readBack(_ format: SignatureFormat, _ kind: String) throws {
        let drawing = Self.line
        let bytes = try SignatureImage.encoded(drawing, as: format)
        #expect(SignatureFormat(of: bytes) == format)
        let image = try #require(ReadImage(bytes, kind: kind))
        #expect(image.size == ReadImage.Size(width: SignatureDrawing.width, height: SignatureDrawing.height))
        #expect(image.isDark(20, 40) && image.isDark(70, 40) && image.isDark(120, 40))
        #expect(!image.isDark(70, 48) && !image.isDark(10, 40) && !image.isDark(319, 95))
        #expect((300...320).contains(image.darkCount))
    }

    @Test("lines are joined, and a dot is seen", arguments: Self.kinds)
    func joined(_ format: SignatureFormat, _ kind: String) throws {
        var drawing = Self.drawing((0...30).map { ($0 * 10, 10 + ($0 % 2) * 60) })
        drawing.begin(at: SignatureDrawing.Point(x: 310, y: 90))
        let image = try #require(ReadImage(SignatureImage.encoded(drawing, as: format), kind: kind))
        #expect((0...300).allSatisfy { x in (0..<96).contains { image.isDark(x, $0) } })
        #expect(image.isDark(310, 90) && !image.isDark(310, 80))
    }

    @Test("the fullest drawings can be submitted", arguments: SignatureFormat.allCases, [Self.fullest, Self.dots])
    func submittable(_ format: SignatureFormat, _ drawing: SignatureDrawing) throws {
        let bytes = try SignatureImage.encoded(drawing, as: format)
        #expect(drawing.isFull && bytes.count <= 65_536)
    }

    @Test("an image that is too large is a fault that says how large it is", arguments: SignatureFormat.allCases)
    func tooLarge(_ format: SignatureFormat) throws {
        let bytes = try SignatureImage.encoded(Self.fullest, as: format)
        let fault = ImagingFault.tooLarge(byteCount: bytes.count)
        #expect(throws: fault) {
            try SignatureImage.encoded(
                Self.fullest, as: format, with: SignatureImage.library, limit: bytes.count - 1)
        }
    }

    @Test("nothing says what made an image", arguments: SignatureFormat.allCases)
    func noMetadata(_ format: SignatureFormat) throws {
        let drawing = Self.line
        let bytes = try SignatureImage.encoded(drawing, as: format)
        let text = String(decoding: bytes, as: UTF8.self).lowercased()
        for word in ["creator", "gd-", "jpeg v", "libtiff", "quality"] { #expect(!text.contains(word), "\(word)") }
        #expect(try SignatureImage.encoded(drawing, as: format) == bytes)
    }

    @Test("an empty drawing is refused", arguments: SignatureFormat.allCases)
    func empty(_ format: SignatureFormat) {
        #expect(throws: ImagingFault.nothingDrawn) { try SignatureImage.encoded(SignatureDrawing(), as: format) }
    }

    @Test("where the library isn't installed, its package is named")
    func missing() {
        #expect(throws: ImagingFault.missingLibrary(package: "libgd3")) {
            try SignatureImage.encoded(Self.drawing([(1, 1)]), as: .gif, with: "libno-such-thing.so.3")
        }
    }

    @Test(
        "only whole comments are taken out of a JPEG",
        arguments: [
            ([0xFF, 0xD8, 0xFF, 0xFE, 0, 3, 9, 0xFF, 0xDA, 0, 2, 7], [0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 7]),
            ([0xFF, 0xD8, 0xFF, 0xFE, 0, 9, 9], [0xFF, 0xD8, 0xFF, 0xFE, 0, 9, 9]),
            ([0xFF, 0xD8, 0xFF], [0xFF, 0xD8, 0xFF]), ([0x42, 0x4D], [0x42, 0x4D]), ([], []),
        ])
    func comments(_ bytes: [UInt8], _ kept: [UInt8]) {
        #expect(JPEGComments.removed(from: bytes) == kept)
    }
}
