public import Text

/// One cell of a grid. It is made of a glyph only, so it can't hold a control character.
public struct Cell: Hashable, Sendable {
    /// Nil in the right half of a wide character.
    public let glyph: Glyph?
    public let role: Role

    public init(_ glyph: Glyph, _ role: Role) {
        self.glyph = glyph
        self.role = role
    }

    private init(rightHalf role: Role) {
        glyph = nil
        self.role = role
    }

    /// Empty in the right half of a wide character.
    public var text: String { glyph?.text ?? "" }

    /// 1 or 2; 0 in the right half of a wide character.
    public var width: Int { glyph?.width ?? 0 }

    static func blank(_ role: Role) -> Cell { Cell(.space, role) }
    static func rightHalf(_ role: Role) -> Cell { Cell(rightHalf: role) }
}
