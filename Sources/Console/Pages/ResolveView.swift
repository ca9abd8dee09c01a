import Checkout
import Gateways
import Localization
import Payments
import Screen
import Text
import Time

/// What is known of one payment, what is being tried, and the one next step.
struct ResolveView {
    let model: ConsoleModel

    func draw(in canvas: inout Canvas) {
        guard let page = model.resolve else { return }
        drawOutcome(in: &canvas)
        var y = 4
        if let money = page.row.intent?.money {
            canvas.write(model.catalogue.moneyWithCode(money), x: 0, y: y, .amount)
            y += 2
        }
        for (name, value) in facts(page.row) where !value.isEmpty {
            canvas.field(model.text("resolve.\(name)"), value, y: y, labelWidth: 26)
            y += 1
        }
        y += 1
        for (text, role) in sentences {
            let room = Rect(x: 0, y: y, width: canvas.width, height: canvas.height - y)
            y += canvas.write(wrapped: text, in: room, role)
        }
    }

    private func drawOutcome(in canvas: inout Canvas) {
        let words = model.catalogue.words(for: .unknown)
        canvas.fill(Rect(x: 0, y: 0, width: canvas.width, height: 3), .unknown)
        let title = "\(Outcome.unknown.symbol(canvas.characters)) \(words.word)"
        let x = canvas.write(title, x: 1, y: 1, .unknown)
        canvas.write(words.sentence, x: x + 2, y: 1, width: canvas.width - x - 3, .leading, .unknown)
        canvas.placeCursor(x: 1, y: 1)
    }

    private func facts(_ row: HistoryRow) -> [(String, String)] {
        let operation = row.intent.map { model.catalogue.text("operation.\($0.operation.wordsKey)") } ?? ""
        let time = CivilTime(row.at, secondsFromUTC: model.settings.secondsFromUTC)
        return [
            ("operation", operation), ("time", model.catalogue.dateTime(time)),
            ("reference", row.intent?.customerReference ?? String(row.reference.text.prefix(8))),
            ("reader", row.intent.map { printable($0.readerSerialNumber) } ?? ""),
            ("sent", model.text(row.relayed ? "resolve.wasSent" : "resolve.wasNotSent")),
        ]
    }

    /// What is being found out, what stands in the way, then what to do.
    private var sentences: [(String, Role)] {
        guard let inquiry = model.shownInquiry else {
            let key = model.snapshot.hasGateway ? "resolve.notAsked" : "resolve.noGateway"
            return [(model.text(key), .text), (model.text("resolve.askReader"), .title)]
        }
        let words = model.catalogue.words(for: inquiry)
        let role: Role = model.isUndecided ? .title : .text
        return [(words.text, role)] + (words.trouble.map { [($0, .warning)] } ?? []) + [(next(inquiry, words), .text)]
    }

    /// When the till goes on by itself, and what somebody can do before.
    private func next(_ inquiry: Inquiry, _ words: InquiryWords) -> String {
        let time = inquiry.deadline.map { clockText(max(.zero, $0 - model.now)) }
        switch inquiry.stage {
        case .waiting, .reversalUnanswered:
            let again = time.map { model.text("resolve.again", ["time": $0]) }
            return [again, words.next].compactMap(\.self).joined(separator: " ")
        case .undecided:
            let due = time.map { model.text("resolve.undoneIn", ["time": $0]) }
            let choice = model.text(inquiry.reversalRefused == nil ? "resolve.decide" : "resolve.keepOnly")
            return [choice, due].compactMap(\.self).joined(separator: " ")
        case .asking, .reversing: return ""
        }
    }
}
