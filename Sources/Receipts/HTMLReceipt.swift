import Markup

/// Reads a receipt's HTML into pieces: what stands on a line of its own, rows with a label and a value, rules. Scripts
/// and styles are dropped; an image is named in words.
struct HTMLReceipt {
    /// What to write for an image, by its `alt` text.
    let imageName: (String?) -> String
    private var blocks: [ReceiptBlock] = []
    private var line = InlineText()

    init(imageName: @escaping (String?) -> String) { self.imageName = imageName }

    /// The pieces of a document, in its order.
    static func blocks(of root: HTMLNode, imageName: @escaping (String?) -> String) -> [ReceiptBlock] {
        var receipt = HTMLReceipt(imageName: imageName)
        receipt.read(root, HTMLStyle())
        receipt.breakLine(HTMLStyle())
        return receipt.blocks
    }

    private mutating func read(_ node: HTMLNode, _ style: HTMLStyle) {
        switch node {
        case .text(let text): readText(text, style)
        case .element(let element): read(element, style.inside(element))
        }
    }

    private mutating func read(_ element: HTMLElement, _ style: HTMLStyle) {
        switch HTMLRole(element.name) {
        case .dropped: break
        case .lineBreak: readBreak(style)
        case .rule:
            breakLine(style)
            blocks.append(.rule)
        case .image: line.append(" " + imageName(element.attributes["alt"]) + " ", isBold: style.isBold)
        case .row: readRow(element, style)
        case .block:
            breakLine(style)
            element.children.forEach { read($0, style) }
            breakLine(style)
        case .inline: element.children.forEach { read($0, style) }
        }
    }

    private mutating func readText(_ text: String, _ style: HTMLStyle) {
        guard style.keepsBreaks else { return line.append(text, isBold: style.isBold) }
        for (index, part) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            if index > 0 { readBreak(style) }
            line.append(String(part), isBold: style.isBold, keepsSpaces: true)
        }
    }

    private mutating func readBreak(_ style: HTMLStyle) {
        if line.isEmpty { blocks.append(.blank) } else { breakLine(style) }
    }

    private mutating func breakLine(_ style: HTMLStyle) {
        guard let text = line.take() else { return }
        blocks.append(.text(text.text, ReceiptStyle(isBold: text.isBold, isCentred: style.isCentred)))
    }

    /// A row of cells is label and value; one that holds a table of its own is read as what it holds.
    private mutating func readRow(_ row: HTMLElement, _ style: HTMLStyle) {
        breakLine(style)
        let cells = row.children.compactMap(\.cell)
        guard cells.count > 1, !row.children.contains(where: \.holdsRows) else {
            row.children.forEach { read($0, style) }
            return breakLine(style)
        }
        let texts = cells.map { text(of: $0, style.inside($0)) }
        let label = texts.dropLast().map(\.text).filter { !$0.isEmpty }.joined(separator: " ")
        guard let value = texts.last, !label.isEmpty || !value.text.isEmpty else { return }
        let isBold = texts.filter { !$0.text.isEmpty }.allSatisfy(\.isBold)
        blocks.append(.row(label: label, value: value.text, ReceiptStyle(isBold: isBold)))
    }

    private func text(of cell: HTMLElement, _ style: HTMLStyle) -> (text: String, isBold: Bool) {
        var reader = HTMLReceipt(imageName: imageName)
        cell.children.forEach { reader.read($0, style) }
        reader.breakLine(style)
        var texts: [String] = []
        var isBold = true
        for case .text(let text, let style) in reader.blocks {
            texts.append(text)
            isBold = isBold && style.isBold
        }
        return (texts.joined(separator: " "), isBold)
    }
}

extension HTMLNode {
    fileprivate var cell: HTMLElement? {
        if case .element(let element) = self, ["td", "th"].contains(element.name) { element } else { nil }
    }

    fileprivate var holdsRows: Bool {
        guard case .element(let element) = self else { return false }
        return element.children.contains { child in
            if case .element(let inner) = child { HTMLRole(inner.name) == .row || child.holdsRows } else { false }
        }
    }
}
