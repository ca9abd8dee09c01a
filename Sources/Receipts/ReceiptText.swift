public import Localization
import Markup
import Text

/// Makes a receipt of what a reader sent, or of a payment's own data, as lines of text for any width.
///
/// Nothing of a receipt is lost because a part of it is broken: what can't be read as HTML is shown without its tags.
public struct ReceiptText: Sendable {
    let catalogue: Catalogue
    let layout: ReceiptLayout
    let isReprint: Bool
    let isTraining: Bool

    /// - Parameters:
    ///   - width: cells a line; paper has 32, 42 or 48.
    ///   - isReprint: marks it as a copy where the receipt has a place for that.
    ///   - isTraining: says above and below that no money was real.
    public init(catalogue: Catalogue, width: Int, isReprint: Bool = false, isTraining: Bool = false) {
        self.catalogue = catalogue
        layout = ReceiptLayout(width: width)
        self.isReprint = isReprint
        self.isTraining = isTraining
    }

    /// The lines of a receipt as a reader sent it: HTML, the URL of it, plain text or an image. None for an empty one.
    public func lines(of receipt: String) -> [ReceiptLine] {
        lines(blocks(of: receipt))
    }

    func lines(_ blocks: [ReceiptBlock]) -> [ReceiptLine] {
        guard isTraining, !blocks.isEmpty else { return layout.lines(blocks) }
        let mark = ReceiptBlock.text(catalogue.text("receipt.training"), .heading)
        return layout.lines([mark, .blank] + blocks + [.blank, mark])
    }

    private func blocks(of receipt: String) -> [ReceiptBlock] {
        let receipt = filled(receipt)
        switch ReceiptForm(receipt) {
        case .empty: return []
        case .image: return [.text(catalogue.text("receipt.onlyAnImage"), .plain)]
        case .url(let url): return [.text(catalogue.text("receipt.link"), .plain), .text(url, .plain)]
        case .plain: return plain(receipt)
        case .html:
            guard let root = try? HTMLNode.parse(html: Array(receipt.utf8)) else {
                return plain(WithoutTags.text(of: receipt))
            }
            return HTMLReceipt.blocks(of: root, imageName: imageName)
        }
    }

    /// Without what would end the parser's input early, and with the place for the copy mark filled.
    private func filled(_ receipt: String) -> String {
        let mark = isReprint ? catalogue.text("receipt.copyMark") : ""
        return receipt.replacing("\0", with: " ").replacing("{COPY_RECEIPT}", with: mark)
    }

    private func plain(_ text: String) -> [ReceiptBlock] {
        printableLines(text).map { line in
            let text = line.trimmed
            return text.isEmpty ? .blank : .text(String(text), .plain)
        }
    }

    private func imageName(_ alt: String?) -> String {
        guard let alt = alt?.trimmed, !alt.isEmpty else { return catalogue.text("receipt.image") }
        return catalogue.text("receipt.namedImage", ["name": String(alt)])
    }
}
