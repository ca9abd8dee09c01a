import Text

/// Lays a receipt's pieces out for paper or a pane of `width` cells: breaks at words, puts values at the right edge,
/// and hides card numbers before a break can take them apart.
struct ReceiptLayout {
    let width: Int

    func lines(_ blocks: [ReceiptBlock]) -> [ReceiptLine] {
        guard width > 0 else { return [] }
        var lines: [ReceiptLine] = []
        for block in blocks {
            switch block {
            case .text(let text, let style): lines += text.isEmpty ? [] : self.lines(text, style)
            case .row(let label, let value, let style): lines += row(label, value, style)
            case .rule: lines.append(ReceiptLine(String(repeating: "-", count: width)))
            case .blank where lines.last?.text.isEmpty ?? true: break
            case .blank: lines.append(ReceiptLine(""))
            }
        }
        while lines.last?.text.isEmpty ?? false { lines.removeLast() }
        return lines
    }

    private func lines(_ text: String, _ style: ReceiptStyle) -> [ReceiptLine] {
        wrapped(Masking.mask(printable(text)), to: width).map {
            ReceiptLine($0, isBold: style.isBold, isCentred: style.isCentred)
        }
    }

    private func row(_ label: String, _ value: String, _ style: ReceiptStyle) -> [ReceiptLine] {
        let (label, value) = masked(printable(label), printable(value))
        guard !value.isEmpty else { return lines(label, style) }
        let values = wrapped(value, to: width)
        var labels = label.isEmpty ? [] : wrapped(label, to: width)
        let room = width - cellWidth(of: values[0])
        let shares = labels.last.map { cellWidth(of: $0) < room } ?? true
        let first = shares ? padded(labels.popLast() ?? "", to: room) + values[0] : trailing(values[0])
        return (labels + [first] + values.dropFirst().map(trailing)).map { ReceiptLine($0, isBold: style.isBold) }
    }

    private func trailing(_ text: String) -> String { padded(text, to: width, .trailing) }

    /// Masks label and value as one text, so that a number can't hide behind the gap. Masking keeps the length.
    private func masked(_ label: String, _ value: String) -> (String, String) {
        let both = Array(Masking.mask(label + " " + value).unicodeScalars)
        let split = label.unicodeScalars.count
        func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars)
            return String(view)
        }
        return (text(both[..<split]), text(both[(split + 1)...]))
    }
}
