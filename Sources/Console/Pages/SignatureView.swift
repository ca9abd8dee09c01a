import Checkout
import Localization
import Payments
import Receipts
import Screen
import Text
import Time

/// The receipt to compare the signature with, and how long there is to decide.
struct SignatureView {
    let model: ConsoleModel
    private static let receiptTop = 5

    /// How many lines of the receipt are seen at once.
    static func window(_ size: Size) -> Int { max(0, Frame.content(size).height - receiptTop - 2) }

    func draw(in canvas: inout Canvas) {
        canvas.write(
            wrapped: model.catalogue.status(0x001F), in: Rect(x: 0, y: 0, width: canvas.width, height: 2), .instruction)
        guard let running = model.runningSale else { return }
        let amountEnd = canvas.write(model.catalogue.moneyWithCode(running.intent.money), x: 0, y: 2, .amount)
        if let signature = running.signature {
            let left = model.text("signature.timeLeft", ["time": clockText(signature.until - model.now)])
            canvas.write(left, x: amountEnd + 3, y: 2, width: canvas.width - amountEnd - 3, .leading, .warning)
        }
        canvas.write(model.text("signature.prompt"), x: 0, y: 3, width: canvas.width)
        let width = SignaturePage.width + 4
        let pane = Rect(
            x: (canvas.width - width) / 2, y: Self.receiptTop - 1, width: width,
            height: canvas.height - Self.receiptTop)
        canvas.placeCursor(x: 0, y: 3)
        ReceiptPane(lines: model.signature.lines, scroll: model.signature.scroll).draw(
            in: &canvas, pane, title: model.catalogue.text("console.page.receipt"),
            whenEmpty: model.text("receipt.none"))
    }
}

/// A receipt in a frame.
struct ReceiptPane {
    let lines: [ReceiptLine]
    let scroll: Scroll

    func draw(in canvas: inout Canvas, _ rect: Rect, title: String, whenEmpty: String, isChosen: Bool = false) {
        canvas.box(rect, title: title, isChosen ? .title : .border)
        canvas.within(rect.inset(x: 2, y: 1)) { canvas in
            if lines.isEmpty { canvas.write(wrapped: whenEmpty, in: canvas.bounds, .dim) }
            let visible = scroll.visible(of: lines.count, window: canvas.height)
            for (y, line) in lines[visible].enumerated() {
                canvas.write(
                    line.text, x: 0, y: y, width: canvas.width, line.isCentred ? .centre : .leading,
                    line.isBold ? .title : .text)
            }
        }
        if lines.count > rect.height - 2 {
            let end = scroll.visible(of: lines.count, window: rect.height - 2).upperBound
            canvas.write(" \(end)/\(lines.count) ", x: rect.right - 12, y: rect.bottom - 1, .dim)
        }
    }
}
