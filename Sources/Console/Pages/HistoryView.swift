import Checkout
import Localization
import Payments
import Receipts
import Screen
import Text
import Time

/// The journal's payments.
struct HistoryView {
    let model: ConsoleModel
    private static let listTop = 3

    /// How many payments are seen at once.
    static func window(_ size: Size) -> Int { max(0, Frame.content(size).height - listTop - 1) }

    func draw(in canvas: inout Canvas) {
        drawQuery(in: &canvas)
        let list = Rect(x: 0, y: Self.listTop, width: canvas.width, height: canvas.height - Self.listTop - 1)
        canvas.within(list) { drawList(in: &$0) }
    }

    private func drawQuery(in canvas: inout Canvas) {
        let query = model.history.query.text
        guard model.history.isSearching || !query.isEmpty else {
            return canvas.write(
                model.text("history.prompt"), x: 0, y: 1, width: canvas.width, .leading, .dim)
        }
        let label = model.catalogue.text("key.search") + " "
        let x = canvas.write(label, x: 0, y: 1, .dim)
        canvas.write(" \(query)", x: x, y: 1, width: 44, .leading, model.history.isSearching ? .focus : .input)
        if model.history.isSearching { canvas.placeCursor(x: x + 1 + cellWidth(of: query), y: 1) }
    }

    private func drawList(in canvas: inout Canvas) {
        let rows = model.history.rows
        guard let chosen = model.history.selection.index(in: rows.map(\.reference)) else {
            canvas.write(wrapped: model.text("history.none"), in: canvas.bounds, .dim)
            return
        }
        let visible = Selection<TransactionReference>.window(around: chosen, of: rows.count, height: canvas.height)
        for index in visible {
            HistoryLine(model: model, row: rows[index]).draw(
                in: &canvas, y: index - visible.lowerBound, isChosen: index == chosen)
        }
        if !model.history.isSearching { canvas.placeCursor(x: 0, y: chosen - visible.lowerBound) }
    }
}

/// One payment on one line: how it ended, how much, when, and by what name. The amount is never cut.
struct HistoryLine {
    let model: ConsoleModel
    let row: HistoryRow

    func draw(in canvas: inout Canvas, y: Int, isChosen: Bool) {
        let role: Role = isChosen ? .focus : row.isUnresolved ? .warning : .text
        canvas.fill(Rect(x: 0, y: y, width: canvas.width, height: 1), role)
        canvas.write(symbol(canvas.characters), x: 0, y: y, role)
        canvas.write(word, x: 2, y: y, width: 18, .leading, role)
        canvas.write(amount, x: 21, y: y, width: 17, .trailing, role)
        canvas.write(time, x: 40, y: y, width: 21, .leading, role)
        canvas.write(operation + name, x: 62, y: y, width: canvas.width - 62, .leading, role)
    }

    /// Nothing for a sale, which most are.
    private var operation: String {
        guard let operation = row.intent?.operation, operation != .sale else { return "" }
        return model.catalogue.text("operation.\(operation.wordsKey)") + " "
    }

    private func symbol(_ characters: Canvas.Characters) -> String {
        row.outcome?.symbol(characters) ?? "?"
    }

    private var word: String {
        let isRunning = model.runningSale?.intent.reference == row.reference
        if isRunning { return model.catalogue.text("outcome.running.word") }
        return model.catalogue.words(for: row.outcome ?? .unknown).word
    }

    private var amount: String {
        let facts = ReceiptPage(row).facts
        return facts.principal.map(model.catalogue.moneyWithCode) ?? ""
    }

    private var time: String {
        model.catalogue.dateTime(CivilTime(row.at, secondsFromUTC: model.settings.secondsFromUTC))
    }

    private var name: String {
        row.intent?.customerReference ?? row.result?.authorisationCode ?? String(row.reference.text.prefix(8))
    }
}
