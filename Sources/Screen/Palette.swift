/// How many colours a terminal has.
public enum ColorDepth: Int, Hashable, Sendable, CaseIterable, Comparable {
    case mono = 1
    case eight = 8
    case sixteen = 16
    case palette = 256
    case direct = 16_777_216

    public static func < (a: ColorDepth, b: ColorDepth) -> Bool { a.rawValue < b.rawValue }

    /// The depth of a terminal that says it has so many colours.
    public init(colors: Int) {
        self = Self.allCases.last { $0.rawValue <= colors } ?? .mono
    }
}

/// The colours of terminals by number, as xterm has them.
enum Palette {
    static let names = [
        "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "brightBlack", "brightRed",
        "brightGreen",
        "brightYellow", "brightBlue", "brightMagenta", "brightCyan", "brightWhite",
    ]

    private static let basic: [UInt32] = [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5, 0x7F7F7F, 0xFF0000, 0x00FF00,
        0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]

    /// The colour of a number from 0 to 255: sixteen by name, a cube of 6 × 6 × 6, 24 greys.
    static func color(_ index: Int) -> Color {
        switch index {
        case 0..<16:
            let value = basic[index]
            return Color(
                red: UInt8(value >> 16), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
        case 16..<232:
            let levels = [(index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6].map { $0 == 0 ? 0 : 55 + 40 * $0 }
            return Color(red: UInt8(levels[0]), green: UInt8(levels[1]), blue: UInt8(levels[2]))
        default:
            let grey = UInt8(clamping: 8 + 10 * (index - 232))
            return Color(red: grey, green: grey, blue: grey)
        }
    }

    /// The numbers a terminal of some depth offers. Of 256 the first sixteen are left out: users change them.
    static func numbers(_ depth: ColorDepth) -> Range<Int> {
        switch depth {
        case .mono: 0..<0
        case .eight: 0..<8
        case .sixteen: 0..<16
        case .palette, .direct: 16..<256
        }
    }
}
