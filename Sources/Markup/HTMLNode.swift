/// A piece of an HTML text.
public enum HTMLNode: Hashable, Sendable {
    case element(HTMLElement)
    /// As it stands, white space included.
    case text(String)
}

/// An HTML element with the attributes that say how a receipt looks.
public struct HTMLElement: Hashable, Sendable {
    /// In lower case: `td`.
    public var name: String
    /// `class`, `id`, `src` and `alt`, where they are.
    public var attributes: [String: String]
    public var children: [HTMLNode]

    public init(_ name: String, attributes: [String: String] = [:], children: [HTMLNode] = []) {
        self.name = name
        self.attributes = attributes
        self.children = children
    }
}
