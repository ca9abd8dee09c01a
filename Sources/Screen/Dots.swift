/// A picture of dots, two beside and four above each other in a cell (braille).
public struct Dots: Hashable, Sendable {
    /// In cells.
    public let size: Size
    /// One bit for each dot of a cell, as Unicode numbers the dots of braille.
    private var cells: [UInt8]

    public static let acrossCell = 2
    public static let downCell = 4

    public init(_ size: Size) {
        self.size = size
        cells = Array(repeating: 0, count: max(0, size.width) * max(0, size.height))
    }

    /// Sets the dot at a place in dots; outside the picture nothing happens.
    public mutating func set(_ dot: Point) {
        let (column, row) = (dot.x / Self.acrossCell, dot.y / Self.downCell)
        guard dot.x >= 0, dot.y >= 0, column < size.width, row < size.height else { return }
        cells[row * size.width + column] |= Self.bit(dot.x % Self.acrossCell, dot.y % Self.downCell)
    }

    /// Sets the dots of a line, both ends among them.
    public mutating func line(from start: Point, to end: Point) {
        let steps = max(abs(end.x - start.x), abs(end.y - start.y), 1)
        for step in 0...steps {
            set(
                Point(
                    x: start.x + Self.rounded((end.x - start.x) * step, steps),
                    y: start.y + Self.rounded((end.y - start.y) * step, steps)))
        }
    }

    private static func rounded(_ value: Int, _ divisor: Int) -> Int {
        (2 * value + (value < 0 ? -divisor : divisor)) / (2 * divisor)
    }

    /// The bits of the left column from the top are 1, 2, 4 and 64, of the right one 8, 16, 32 and 128.
    private static func bit(_ x: Int, _ y: Int) -> UInt8 {
        y == 3 ? 64 << UInt8(x) : 1 << UInt8(y + 3 * x)
    }

    /// What shows the dots of a cell; nil where it has none.
    fileprivate func character(_ column: Int, _ row: Int, _ characters: Canvas.Characters) -> Character? {
        let bits = cells[row * size.width + column]
        guard bits != 0 else { return nil }
        switch characters {
        case .unicode: return Unicode.Scalar(0x2800 + UInt32(bits)).map(Character.init)
        case .ascii: return bits & Self.lowerHalf == 0 ? "'" : bits & Self.upperHalf == 0 ? "." : ":"
        }
    }

    private static let upperHalf: UInt8 = 1 | 2 | 8 | 16
    private static let lowerHalf = ~upperHalf
}

extension Canvas {
    /// Draws the cells of a picture that have dots; the others stay as they are.
    public mutating func draw(_ dots: Dots, x: Int, y: Int, _ role: Role = .text) {
        for row in 0..<dots.size.height {
            for column in 0..<dots.size.width {
                guard let character = dots.character(column, row, characters) else { continue }
                write(String(character), x: x + column, y: y + row, role)
            }
        }
    }
}
