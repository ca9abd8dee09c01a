/// What one cell of a terminal shows, or two: a spacing character with the marks that combine with it. It never holds
/// a control, a format character or more than `markLimit` marks. A plain value of sixteen bytes: screens are full of
/// it.
public struct Glyph: Hashable, Sendable {
    /// How many marks are kept. [own choice: ncurses keeps four with a character, languages need two]
    public static let markLimit = 3

    public static let space = Glyph(base: " ", width: 1)

    /// The marks in order, 21 bits each, the first in the lowest; zero where there is none.
    private var marks: UInt64 = 0
    private let baseValue: UInt32
    private let cells: UInt8

    private init(base: Unicode.Scalar, width: Int) {
        baseValue = base.value
        cells = UInt8(width)
    }

    /// One or two cells.
    public var width: Int { Int(cells) }

    /// The spacing character.
    public var base: Unicode.Scalar { Unicode.Scalar(baseValue) ?? "\u{FFFD}" }

    public var hasMarks: Bool { marks != 0 }

    public var text: String {
        var view = String.UnicodeScalarView()
        view.append(base)
        for index in 0..<Self.markLimit {
            guard let mark = Unicode.Scalar(UInt32(marks >> (21 * UInt64(index)) & 0x1F_FFFF)), mark != "\0" else {
                break
            }
            view.append(mark)
        }
        return String(view)
    }

    /// Takes a text apart after making it printable. Marks with nothing to combine with are left out.
    public static func glyphs(of text: String) -> [Glyph] {
        var glyphs: [Glyph] = []
        glyphs.reserveCapacity(text.utf8.count)
        var count: UInt64 = 0
        for scalar in printable(text).unicodeScalars {
            let width = cellWidth(of: scalar)
            if width > 0 {
                glyphs.append(Glyph(base: scalar, width: width))
                count = 0
            } else if !glyphs.isEmpty, count < markLimit {
                glyphs[glyphs.count - 1].marks |= UInt64(scalar.value) << (21 * count)
                count += 1
            }
        }
        return glyphs
    }
}
