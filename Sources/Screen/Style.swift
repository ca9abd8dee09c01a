/// How a role looks.
public struct Style: Hashable, Sendable {
    public var foreground: Color
    public var background: Color
    public var bold = false
    public var underline = false
    public var reverse = false

    public init(foreground: Color, background: Color) {
        self.foreground = foreground
        self.background = background
    }
}

/// A style as a terminal of limited colours shows it.
public struct ReducedStyle: Hashable, Sendable {
    /// A number of the palette, `0xRRGGBB` where colours are direct; nil where there are none.
    public var foreground: Int?
    public var background: Int?
    public var bold: Bool
    public var underline: Bool
    public var reverse: Bool
}

extension Style {
    /// The least contrast at which text is read well. Source: WCAG 2.2, level AA.
    public static let leastContrast = 4.5

    /// The nearest colours that a terminal has. Where they would lie too near to each other the foreground gives way.
    /// Without colours a role whose background differs from the plain text's is reversed.
    public func reduced(to depth: ColorDepth, plain: Style) -> ReducedStyle {
        var reduced = ReducedStyle(
            foreground: nil, background: nil, bold: bold, underline: underline, reverse: reverse)
        switch depth {
        case .mono: reduced.reverse = reverse != (background != plain.background)
        case .direct:
            reduced.foreground = foreground.number
            reduced.background = background.number
        case .eight, .sixteen, .palette:
            let ground = Palette.nearest(background, depth)
            func isReadable(_ number: Int) -> Bool {
                Palette.color(number).contrast(with: Palette.color(ground)) >= Self.leastContrast
            }
            let wanted = Palette.nearest(foreground, depth)
            reduced.background = ground
            reduced.foreground =
                isReadable(wanted)
                ? wanted : Palette.nearest(foreground, among: Palette.numbers(depth).filter(isReadable))
        }
        return reduced
    }
}

extension Color {
    fileprivate var number: Int { Int(red) << 16 | Int(green) << 8 | Int(blue) }
}
