public import Text

/// One cell of a grid. It is made of a glyph only, so it can't hold a control character.
public struct Cell: Hashable, Sendable {
    /// Empty in the right half of a wide character.
    public let text: String
    /// 1 or 2; 0 in the right half of a wide character.
    public let width: Int
    public let role: Role

    public init(_ glyph: Glyph, _ role: Role) {
        text = glyph.text
        width = glyph.width
        self.role = role
    }

    private init(rightHalf role: Role) {
        text = ""
        width = 0
        self.role = role
    }

    static func blank(_ role: Role) -> Cell { Cell(.space, role) }
    static func rightHalf(_ role: Role) -> Cell { Cell(rightHalf: role) }
}
