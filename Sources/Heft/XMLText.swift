public import Markup

/// XML as it stands in a message. Kept as bytes: it is only read where somebody wants a field of it.
public struct XMLText: Hashable, Sendable {
    public var bytes: [UInt8]
    public init(bytes: [UInt8]) { self.bytes = bytes }
}

/// What stands before the root element.
public enum XMLDeclaration: Hashable, Sendable {
    case none
    /// In what finance requests, F080 and C000 carry. *seen*
    case withoutLineBreak
    /// In I000. *seen*
    case withLineBreak

    var text: String {
        let declaration = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#
        return switch self {
        case .none: ""
        case .withoutLineBreak: declaration
        case .withLineBreak: declaration + "\n"
        }
    }
}

extension XMLText {
    public init(_ node: MarkupNode, declaration: XMLDeclaration = .none) {
        self.init(bytes: Array((declaration.text + node.xml).utf8))
    }
}

extension XMLText {
    /// The root element.
    /// - Throws: `MarkupError` where it isn't XML that we accept.
    public func parsed() throws(MarkupError) -> MarkupNode {
        try MarkupNode.parse(xml: bytes)
    }
}
