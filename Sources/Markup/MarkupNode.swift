/// An XML element: a tree, because newer firmware nests. Attributes, comments and processing instructions are dropped.
public struct MarkupNode: Hashable, Sendable {
    public var name: String
    /// The element's own text, of all its text children together, white space at both ends removed.
    public var text: String
    public var children: [MarkupNode]

    public init(_ name: String, text: String = "", children: [MarkupNode] = []) {
        self.name = name
        self.text = text
        self.children = children
    }

    /// The text of the first child called `name`; nil where there is none.
    public subscript(name: String) -> String? {
        children.first { $0.name == name }?.text
    }
}
