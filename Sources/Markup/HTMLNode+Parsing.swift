extension HTMLNode {
    /// Receipts nest tables in tables. *own choice*
    public static let maxDepth = 64
    /// A receipt holds at most 65,535 bytes in HEFT; gateways send longer ones. *own choice*
    public static let maxLength = 1 << 20

    private static let keptAttributes = ["class", "id", "src", "alt"]

    /// Reads HTML, as forgiving as a browser: the `html` element, which the parser adds where it is missing. Bytes that
    /// aren't UTF-8 are repaired.
    /// - Throws: `MarkupError` where it is empty, too long or too deep.
    public static func parse(html: [UInt8]) throws(MarkupError) -> HTMLNode {
        let text = Array(String(decoding: html, as: UTF8.self).utf8)
        let reader = try MarkupReader(text, as: .html, maxLength: maxLength)
        var open = [HTMLElement("")]
        while let node = try reader.next() {
            switch node {
            case .start(let name, let isEmpty):
                guard open.count <= maxDepth else { throw .tooDeep(limit: maxDepth) }
                open.append(HTMLElement(name, attributes: attributes(of: reader)))
                if isEmpty { close(&open) }
            case .text(let text): open[open.count - 1].children.append(.text(text))
            case .end: close(&open)
            case .declared, .other: break
            }
        }
        guard let root = open[0].children.first(where: \.isElement) else { throw .malformed(line: 1) }
        return root
    }

    private var isElement: Bool {
        if case .element = self { true } else { false }
    }

    private static func attributes(of reader: borrowing MarkupReader) -> [String: String] {
        var attributes: [String: String] = [:]
        for name in keptAttributes { attributes[name] = reader.attribute(name) }
        return attributes
    }

    /// Hands the innermost open element to the one around it. The outermost is the document and stays.
    private static func close(_ open: inout [HTMLElement]) {
        guard open.count > 1, let element = open.popLast() else { return }
        open[open.count - 1].children.append(.element(element))
    }
}
