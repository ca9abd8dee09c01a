import Checkout
import Localization
import Payments
import Screen
import Text

/// The amount in big digits, and everything that a sale depends on.
struct SaleView {
    let model: ConsoleModel
    /// The pane that is the whole page on a narrow screen.
    private static let paneWidth = 76

    func draw(in canvas: inout Canvas) {
        canvas.within(Rect(x: 0, y: 0, width: Self.paneWidth, height: canvas.height)) { drawSale(in: &$0) }
        guard canvas.width > Self.paneWidth + 30 else { return }
        let rest = Rect(
            x: Self.paneWidth + 3, y: 1, width: canvas.width - Self.paneWidth - 3, height: canvas.height - 2)
        canvas.box(rest, title: model.catalogue.text("console.page.history"))
        canvas.within(rest.inset(x: 2, y: 1)) { drawHistory(in: &$0) }
    }

    private func drawSale(in canvas: inout Canvas) {
        let amountRole: Role = model.sale.focus == .amount ? .focus : .dim
        canvas.write(" \(model.text("sale.amount")) ", x: 0, y: 1, amountRole)
        let choices = [
            (currencyName, Key.function(5)),
            (
                model.catalogue.text("operation.\(model.sale.isTip ? "tip" : model.sale.operation.wordsKey)"),
                .function(7)
            ),
        ]
        canvas.write(
            choices.map { "\($0) \(KeyNames.name(of: $1, model.catalogue))" }.joined(separator: " · "), x: 20, y: 1,
            width: canvas.width - 20, .trailing, .title)
        drawAmount(in: &canvas, y: 2)
        drawReference(in: &canvas, y: 10)
        canvas.field(model.text("sale.reader"), readerState.text, y: 12, labelWidth: 20, readerState.role)
        if model.snapshot.unresolved > 0 {
            let unresolved = model.catalogue.plural("page.sale.unresolved", model.snapshot.unresolved)
            canvas.write(wrapped: unresolved, in: Rect(x: 0, y: 14, width: canvas.width, height: 2), .warning)
        }
        if let original = model.sale.original {
            let text = model.text("sale.refundOf", ["id": String(original.text.prefix(8))])
            canvas.write(text, x: 0, y: 16, width: canvas.width, .leading, .warning)
        }
        if let sale = model.sale.tipOn {
            let text = model.text("sale.tipOn", ["id": String(sale.text.prefix(8))])
            canvas.write(wrapped: text, in: Rect(x: 0, y: 16, width: canvas.width, height: 2), .warning)
        }
        if let order = model.sale.tipFor {
            let text = model.text("sale.tipFor", ["amount": model.catalogue.moneyWithCode(order.money)])
            canvas.write(wrapped: text, in: Rect(x: 0, y: 16, width: canvas.width, height: 2), .warning)
        }
        let prompt = model.isPaymentSubmitted ? "sale.submitted" : "sale.prompt"
        canvas.write(model.text(prompt), x: 0, y: canvas.height - 2, width: canvas.width, .leading, .dim)
    }

    /// The digits as they shift in, the ISO code beside them, and both read back beneath.
    private func drawAmount(in canvas: inout Canvas, y: Int) {
        let money = model.sale.amount.money
        let digits = model.catalogue.amount(money)
        let box = Rect(x: 0, y: y, width: canvas.width, height: BigDigits.height(canvas.characters) + 2)
        canvas.box(box, model.sale.focus == .amount ? .title : .border)
        let end = box.right - 8
        canvas.write(big: digits, x: end - BigDigits.width(of: digits), y: y + 1)
        // The line beneath names points; the place is three letters wide.
        if money.currency != .points { canvas.write(money.currency.alpha, x: end + 2, y: box.bottom - 2, .amount) }
        if model.sale.focus == .amount { canvas.placeCursor(x: end, y: box.bottom - 2) }
        let inUnits = money.currency == .points ? "" : " · \(money.currency.alpha) \(money.minorUnits)"
        let readBack = model.catalogue.money(money) + inUnits
        canvas.write(readBack, x: 0, y: box.bottom, width: canvas.width, .trailing, .amount)
        if let other = money.decimalOnReader {
            let warning = model.text("sale.readerShows", ["amount": other])
            canvas.write(warning, x: 0, y: box.bottom + 1, width: canvas.width, .trailing, .warning)
        }
    }

    private var currencyName: String {
        let currency = model.sale.amount.currency
        return currency == .points ? model.catalogue.text("key.points") : currency.alpha
    }

    private func drawReference(in canvas: inout Canvas, y: Int) {
        let hasFocus = model.sale.focus == .reference
        let text = model.sale.reference.text
        let key = KeyNames.name(of: .function(4), model.catalogue)
        canvas.field("\(model.catalogue.text("key.reference")) \(key)", "", y: y, labelWidth: 20)
        canvas.write(
            " \(text)", x: 20, y: y, width: PaymentOrder.longestReference * 2 + 2, .leading, hasFocus ? .focus : .input)
        if hasFocus { canvas.placeCursor(x: 21 + cellWidth(of: text), y: y) }
    }

    private var readerState: (text: String, role: Role) {
        let name = ["reader": model.readerName]
        return switch model.snapshot.connection {
        case _ where model.isLooking: (model.text("sale.state.looking", ["who": model.otherTillWords]), .warning)
        case .none: (model.text("sale.state.none"), .warning)
        case .lost(_, let again) where again.isRestart, .connecting(_, let again?) where again.isRestart:
            (model.text("sale.state.restarting", name), .warning)
        case .connecting: (model.text("sale.state.connecting", name), .text)
        case .fetching: (model.text("sale.state.fetching", name), .warning)
        case .ready, .selling: (model.text("sale.state.ready", name), .text)
        case .stuck: (model.text("sale.state.stuck", name), .fault)
        case .serving: (model.text("sale.state.serving", name), .warning)
        case .lost: (model.text("sale.state.lost", name), .warning)
        }
    }

    private func drawHistory(in canvas: inout Canvas) {
        for (y, row) in model.history.recent.prefix(canvas.height).enumerated() {
            HistoryLine(model: model, row: row).draw(in: &canvas, y: y, isChosen: false)
        }
    }
}
