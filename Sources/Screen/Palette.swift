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
            let place = index - 16
            return Color(red: levels[place / 36], green: levels[place / 6 % 6], blue: levels[place % 6])
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

    /// The number of the colour that looks most alike.
    static func nearest(_ color: Color, _ depth: ColorDepth) -> Int {
        let numbers = depth == .palette ? likely(color) : Array(numbers(depth))
        return nearest(color, among: numbers)
    }

    static func nearest(_ color: Color, among numbers: [Int]) -> Int {
        numbers.min { Self.color($0).distance(to: color) < Self.color($1).distance(to: color) } ?? 7
    }

    /// Of 240 colours only two can be nearest: one of the cube and one of the greys.
    private static func likely(_ color: Color) -> [Int] {
        func step(_ value: UInt8) -> Int {
            levels.indices.min { abs(Int(levels[$0]) - Int(value)) < abs(Int(levels[$1]) - Int(value)) } ?? 0
        }
        let grey = (3 * Int(color.red) + 6 * Int(color.green) + Int(color.blue)) / 10
        return [
            16 + 36 * step(color.red) + 6 * step(color.green) + step(color.blue),
            232 + min(max(0, (grey - 3) / 10), 23),
        ]
    }

    private static let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
}
