/// What a reader says besides its message: a tree of named texts, as its XML has it. Text is as it came, unchecked.
public struct Detail: Hashable, Sendable {
    public var name: String
    public var text: String
    public var children: [Detail]

    public init(name: String, text: String = "", children: [Detail] = []) {
        self.name = name
        self.text = text
        self.children = children
    }

    /// The text of the first child called `name`; nil where there is none.
    public subscript(name: String) -> String? {
        children.first { $0.name == name }?.text
    }
}
