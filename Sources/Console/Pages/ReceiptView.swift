import Checkout
import Localization
import Payments
import Receipts
import Screen
import Text

/// How a payment ended, and its receipt.
struct ReceiptView {
    let model: ConsoleModel
    private static let copyWidth = 46
    private static let wideCopyWidth = 52

    /// How many lines of the receipt are seen at once.
    static func window(_ size: Size) -> Int { max(0, Frame.content(size).height - 2) }

    func draw(in canvas: inout Canvas) {
        guard let page = model.receipt else { return }
        let isWide = model.isWide && canvas.width > ConsoleModel.wideFrom - 10
        let copies: [ReceiptCopy] = isWide ? [.merchant, .customer] : [page.copy]
        let width = isWide ? Self.wideCopyWidth : Self.copyWidth
        let summaryWidth = canvas.width - width * copies.count - copies.count
        canvas.within(Rect(x: 0, y: 0, width: summaryWidth, height: canvas.height)) { drawSummary(page, in: &$0) }
        for (index, copy) in copies.enumerated() {
            let pane = Rect(
                x: summaryWidth + 1 + index * (width + 1), y: 0, width: width, height: canvas.height)
            ReceiptPane(lines: page.lines[copy] ?? [], scroll: page.scroll).draw(
                in: &canvas, pane, title: model.catalogue.text("receipt.\(copy.rawValue)Copy"),
                whenEmpty: model.text("receipt.none"), isChosen: copy == page.copy)
        }
    }

    private func drawSummary(_ page: ReceiptPage, in canvas: inout Canvas) {
        let outcome = page.facts.outcome
        let words = model.catalogue.words(for: outcome)
        canvas.fill(Rect(x: 0, y: 0, width: canvas.width, height: 3), outcome.role)
        canvas.write(
            "\(outcome.symbol(canvas.characters)) \(words.word)", x: 1, y: 1, width: canvas.width - 2, .leading,
            outcome.role)
        canvas.placeCursor(x: 1, y: 1)
        var y = 4
        if page.recovered {
            canvas.write(model.text("receipt.recovered"), x: 0, y: y, width: canvas.width, .leading, .warning)
            y += 1
        }
        if let operation = page.operation, operation != .sale {
            let name = model.catalogue.text("operation.\(operation.wordsKey)")
            canvas.write(name, x: 0, y: y, width: canvas.width, .leading, .title)
            y += 1
        }
        if let money = page.facts.principal {
            canvas.write(model.catalogue.moneyWithCode(money), x: 0, y: y, .amount)
            y += 2
        }
        if let tip = page.tip, let money = page.money(of: tip) {
            let room = Rect(x: 0, y: y, width: canvas.width, height: 3)
            y += canvas.write(wrapped: model.catalogue.words(for: tip.outcome, of: money), in: room, .title) + 1
        }
        for text in sentences(page, words) {
            let room = Rect(x: 0, y: y, width: canvas.width, height: canvas.height - y)
            y += canvas.write(wrapped: text, in: room, outcome == .unknown ? .warning : .text)
        }
        drawFacts(page.facts.result, in: &canvas, y: y + 1)
    }

    /// What it means, then the one thing to do.
    private func sentences(_ page: ReceiptPage, _ words: OutcomeWords) -> [String] {
        let isOther = page.facts.outcome == .approved && page.operation?.isSale == false
        let done = isOther ? page.operation.map { model.text("receipt.done.\($0.wordsKey)") } : nil
        let rest = page.rest.map { model.text("receipt.rest", ["amount": model.catalogue.moneyWithCode($0)]) }
        let sentences = [done ?? words.sentence, reason(page.facts), rest ?? words.next].filter { !$0.isEmpty }
        guard page.facts.outcome == .unknown else { return sentences }
        let next: String
        switch model.snapshot.connection {
        case .fetching: next = model.text("receipt.asking")
        case .none, .connecting: next = model.text("receipt.reconnect")
        case .lost: next = model.text("receipt.comesBack")
        case .ready, .stuck, .selling, .serving: next = ""
        }
        return next.isEmpty ? sentences : sentences + [next]
    }

    /// Why it was not approved: what the reader's status means, else the reader's own words.
    private func reason(_ facts: PaymentFacts) -> String {
        guard facts.outcome != .approved, facts.outcome != .partlyApproved else { return "" }
        if let reason = model.catalogue.reason(facts.result) { return reason }
        return Masking.mask(printable(facts.result.statusMessage ?? facts.result.errorMessage ?? ""))
    }

    private func drawFacts(_ result: TransactionResult, in canvas: inout Canvas, y: Int) {
        let facts: [(String, String?)] = [
            ("approvalCode", result.authorisationCode), ("card", result.cardSchemeName),
            ("cardNumber", result.maskedCardNumber),
        ]
        var y = y
        for (name, value) in facts {
            guard let value, !value.isEmpty else { continue }
            canvas.write(model.catalogue.text("receipt.\(name)"), x: 0, y: y, width: canvas.width, .leading, .dim)
            canvas.write(Masking.mask(printable(value)), x: 0, y: y + 1, width: canvas.width)
            y += 2
        }
    }
}
