extension MarkupNode {
    /// Deeper nesting than any reader sends. *own choice*
    public static let maxDepth = 32
    /// A message holds at most 16 MiB, its XML far less. *own choice*
    public static let maxLength = 1 << 20

    /// Reads XML: the root element. Bytes that aren't the encoding they claim are repaired as UTF-8 and read again.
    /// - Throws: `MarkupError` where it isn't well-formed, too long, too deep or declares a document type.
    public static func parse(xml: [UInt8]) throws(MarkupError) -> MarkupNode {
        do throws(MarkupError) {
            return try read(xml, as: .xml)
        } catch .malformed(let line) {
            guard String(validating: xml, as: UTF8.self) == nil else { throw .malformed(line: line) }
            return try read(Array(String(decoding: xml, as: UTF8.self).utf8), as: .xmlInUTF8)
        }
    }

    private static func read(_ xml: [UInt8], as format: MarkupReader.Format) throws(MarkupError) -> MarkupNode {
        let reader = try MarkupReader(xml, as: format, maxLength: maxLength)
        var root = MarkupNode("")
        var open: [MarkupNode] = []
        while let node = try reader.next() {
            switch node {
            case .start(let name, let isEmpty):
                guard open.count < maxDepth else { throw .tooDeep(limit: maxDepth) }
                open.append(MarkupNode(name))
                if isEmpty { close(&open, into: &root) }
            case .text(let text):
                if let last = open.indices.last { open[last].text += text }
            case .end: close(&open, into: &root)
            case .declared: throw .notAllowed(line: reader.line)
            case .other: break
            }
        }
        return root
    }

    /// Hands the innermost open element to the one around it; the outermost is the root.
    private static func close(_ open: inout [MarkupNode], into root: inout MarkupNode) {
        guard var node = open.popLast() else { return }
        node.text = node.text.trimmed
        if let last = open.indices.last {
            open[last].children.append(node)
        } else {
            root = node
        }
    }
}

extension String {
    /// Without white space at both ends.
    fileprivate var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
