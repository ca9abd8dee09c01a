import Payments
import Screen

/// Where receipt and pad are on a screen of some size, and which cell shows which place of the pad.
///
/// The pad keeps the drawing's shape, because dots are about as wide as high; a larger screen shows it larger.
struct PadLayout: Hashable {
    /// Both with their frames, in cells of the page's content.
    let receipt: Rect
    let frame: Rect

    /// Above both: what to do, the amount, how to draw.
    static let top = 4
    /// What the pad has on the smallest screen: the receipt keeps five lines there. *own choice*
    private static let leastRows = 8
    private static let gap = 2

    init(_ size: Size) {
        let content = Frame.content(size)
        let receiptWidth = SignaturePage.width + 4
        let isWide = size.width >= ConsoleModel.wideFrom
        let below = content.height - Self.top
        let width = isWide ? content.width - receiptWidth - Self.gap : content.width
        let rows = min(Self.rows(inWidth: width - 2), isWide ? below - 2 : max(Self.leastRows, below / 2 - 2))
        let padWidth = Self.columns(ofRows: rows) + 2
        if isWide {
            receipt = Rect(x: 0, y: Self.top, width: receiptWidth, height: below)
            frame = Rect(x: receiptWidth + Self.gap, y: Self.top, width: padWidth, height: rows + 2)
        } else {
            let receiptHeight = below - rows - 2
            receipt = Rect(
                x: (content.width - receiptWidth) / 2, y: Self.top, width: receiptWidth, height: receiptHeight)
            frame = Rect(
                x: (content.width - padWidth) / 2, y: Self.top + receiptHeight, width: padWidth, height: rows + 2)
        }
    }

    /// Within its frame.
    var pad: Rect { frame.inset(x: 1, y: 1) }

    /// The cell in which a place of the pad is seen, within the pad.
    func cell(of place: SignatureDrawing.Point) -> Point {
        let dot = dot(of: place)
        return Point(x: dot.x / Dots.acrossCell, y: dot.y / Dots.downCell)
    }

    func dot(of place: SignatureDrawing.Point) -> Point {
        let dots = pad.height * Dots.downCell
        return Point(x: place.x * dots / SignatureDrawing.height, y: place.y * dots / SignatureDrawing.height)
    }

    /// The place in the middle of a cell, which counts from the pad's corner; the nearest one where it is outside.
    func place(inCell cell: Point) -> SignatureDrawing.Point {
        let dots = max(1, pad.height * Dots.downCell)
        let middle = Point(
            x: cell.x * Dots.acrossCell + Dots.acrossCell / 2, y: cell.y * Dots.downCell + Dots.downCell / 2)
        return SignatureDrawing.Point(
            x: middle.x * SignatureDrawing.height / dots, y: middle.y * SignatureDrawing.height / dots)
    }

    /// The cell of the pad that is at a place of the screen. It may be outside the pad.
    func cell(at place: Point, on size: Size) -> Point {
        let content = Frame.content(size)
        return Point(x: place.x - content.x - pad.x, y: place.y - content.y - pad.y)
    }

    /// As many as it takes to show the whole pad.
    private static func columns(ofRows rows: Int) -> Int {
        let dots = rows * downDots * SignatureDrawing.width
        return (dots + SignatureDrawing.height * Dots.acrossCell - 1) / (SignatureDrawing.height * Dots.acrossCell)
    }

    private static func rows(inWidth width: Int) -> Int {
        width * Dots.acrossCell * SignatureDrawing.height / (SignatureDrawing.width * downDots)
    }

    private static let downDots = Dots.downCell
}
