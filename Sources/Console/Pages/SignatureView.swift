import Checkout
import Localization
import Payments
import Receipts
import Screen
import Text
import Time

/// The receipt to compare the signature with, how long there is to decide, and the pad where customers sign here.
struct SignatureView {
    let model: ConsoleModel

    /// How many lines of the receipt are seen at once.
    var window: Int { max(0, receiptFrame.height - 2) }

    private var receiptFrame: Rect {
        guard !model.hasPad else { return PadLayout(model.size).receipt }
        let content = Frame.content(model.size)
        let width = SignaturePage.width + 4
        return Rect(
            x: (content.width - width) / 2, y: PadLayout.top, width: width, height: content.height - PadLayout.top - 1)
    }

    func draw(in canvas: inout Canvas) {
        canvas.write(
            wrapped: model.catalogue.status(0x001F), in: Rect(x: 0, y: 0, width: canvas.width, height: 2), .instruction)
        guard let running = model.runningSale else { return }
        let amountEnd = canvas.write(model.catalogue.moneyWithCode(running.intent.money), x: 0, y: 2, .amount)
        if let signature = running.signature {
            let left = model.text("signature.timeLeft", ["time": clockText(signature.until - model.now)])
            canvas.write(left, x: amountEnd + 3, y: 2, width: canvas.width - amountEnd - 3, .leading, .warning)
        }
        canvas.write(prompt, x: 0, y: 3, width: canvas.width)
        canvas.placeCursor(x: 0, y: 3)
        ReceiptPane(lines: model.signature.lines, scroll: model.signature.scroll).draw(
            in: &canvas, receiptFrame, title: model.catalogue.text("console.page.receipt"),
            whenEmpty: model.text("receipt.none"))
        if model.hasPad { PadView(model: model).draw(in: &canvas) }
    }

    private var prompt: String {
        guard model.hasPad else { return model.text("signature.prompt") }
        return model.wantsMouse ? model.text("signature.draw") : model.text("signature.drawByKeys")
    }
}

/// The pad with what is drawn on it, and the cursor where the pen is.
private struct PadView {
    let model: ConsoleModel
    private var pad: SignaturePad { model.signature.pad }

    func draw(in canvas: inout Canvas) {
        let layout = PadLayout(model.size)
        let pen = pad.isDown ? model.text("signature.penDown") : model.text("signature.penUp")
        canvas.box(layout.frame, title: "\(model.text("signature.pad")) · \(pen)")
        if pad.drawing.isFull {
            let full = " \(model.text("signature.full")) "
            canvas.write(full, x: layout.frame.x + 2, y: layout.frame.bottom - 1, .warning)
        }
        canvas.within(layout.pad) { canvas in
            let line = layout.cell(of: SignaturePad.Place(x: 0, y: SignaturePad.baseline)).y
            canvas.write("×", x: 1, y: line, .dim)
            canvas.rule(x: 3, y: line, width: canvas.width - 4)
            canvas.draw(dots(layout), x: 0, y: 0)
            let cursor = layout.cell(of: pad.pen)
            canvas.placeCursor(x: cursor.x, y: cursor.y)
        }
    }

    private func dots(_ layout: PadLayout) -> Dots {
        var dots = Dots(Size(width: layout.pad.width, height: layout.pad.height))
        for curve in pad.drawing.curves {
            var last = curve.first
            for place in curve {
                if let last { dots.line(from: layout.dot(of: last), to: layout.dot(of: place)) }
                last = place
            }
        }
        return dots
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
