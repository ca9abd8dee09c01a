/// A colour of the sRGB space.
public struct Color: Hashable, Sendable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Reads `#rrggbb` or the name of one of the sixteen colours of terminals, such as `brightRed`.
    public init?(_ text: String) {
        if let index = Palette.names.firstIndex(of: text) {
            self = Palette.color(index)
            return
        }
        let digits = text.dropFirst().compactMap { $0.isASCII ? $0.hexDigitValue : nil }
        guard text.first == "#", text.count == 7, digits.count == 6 else { return nil }
        self.init(
            red: UInt8(digits[0] << 4 | digits[1]), green: UInt8(digits[2] << 4 | digits[3]),
            blue: UInt8(digits[4] << 4 | digits[5]))
    }

    /// How well one colour is read on another, from 1 to 21. Source: WCAG 2.2, contrast ratio.
    public func contrast(with other: Color) -> Double {
        let lights = [luminance, other.luminance].sorted()
        return (lights[1] + 0.05) / (lights[0] + 0.05)
    }

    /// Relative luminance. Source: WCAG 2.2.
    private var luminance: Double {
        func linear(_ value: UInt8) -> Double {
            let share = Double(value) / 255
            return share <= 0.04045 ? share / 12.92 : Self.power2point4((share + 0.055) / 1.055)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// `base` to the power of 2.4 for a base from 0 to 1: its square times its fifth root's square, the
    /// root by Newton's method, which needs no mathematics library.
    private static func power2point4(_ base: Double) -> Double {
        var root = base.squareRoot()
        for _ in 0..<30 { root -= (root * root * root * root * root - base) / (5 * root * root * root * root) }
        return base * base * root * root
    }

    /// How far two colours look apart, as a sum of squares weighted by the eye.
    func distance(to other: Color) -> Int {
        let red = Int(red) - Int(other.red)
        let green = Int(green) - Int(other.green)
        let blue = Int(blue) - Int(other.blue)
        return 3 * red * red + 6 * green * green + blue * blue
    }
}
