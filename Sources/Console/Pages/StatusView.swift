import Checkout
import Localization
import Payments
import Screen
import Text
import Time

/// What the customer must do now, how long it takes, and what has happened so far.
struct StatusView {
    let model: ConsoleModel
    private static let eventsTop = 10
    /// The pane that is the whole page on a narrow screen.
    private static let paneWidth = 96

    /// How many events are seen at once.
    static func window(_ size: Size) -> Int { max(0, Frame.content(size).height - eventsTop - 1) }

    /// The sentence of the latest event.
    var instruction: String {
        model.snapshot.notices.last.map { model.catalogue.status($0.notice.code) } ?? model.text("status.begins")
    }

    func draw(in canvas: inout Canvas) {
        drawInstruction(in: &canvas)
        guard let running = model.runningSale else { return }
        drawProgress(running, in: &canvas)
        let isWide = canvas.width > Self.paneWidth + 24
        let width = isWide ? Self.paneWidth : canvas.width
        canvas.within(Rect(x: 0, y: Self.eventsTop - 1, width: width, height: canvas.height - Self.eventsTop)) {
            drawEvents(in: &$0)
        }
        guard isWide else { return }
        let rest = Rect(
            x: width + 2, y: Self.eventsTop - 1, width: canvas.width - width - 2,
            height: canvas.height - Self.eventsTop)
        canvas.box(rest, title: model.text("status.details"))
        canvas.within(rest.inset(x: 2, y: 1)) { drawDetails(in: &$0) }
    }

    private func drawInstruction(in canvas: inout Canvas) {
        let box = Rect(x: 0, y: 0, width: canvas.width, height: 5)
        canvas.box(box, .title)
        let lines = wrapped(instruction, to: box.width - 4).prefix(3)
        for (index, line) in lines.enumerated() {
            canvas.write(
                line, x: 2, y: 1 + (3 - lines.count) / 2 + index, width: box.width - 4, .centre, .instruction)
        }
        canvas.placeCursor(x: 2, y: 1 + (3 - lines.count) / 2)
    }

    private func drawProgress(_ running: RunningPayment, in canvas: inout Canvas) {
        let operation = running.intent.operation
        let name = operation == .sale ? "" : model.catalogue.text("operation.\(operation.wordsKey)") + " "
        let amount = name + (running.intent.amount.map(model.catalogue.moneyWithCode) ?? "")
        let amountEnd = canvas.write(amount, x: 0, y: 5, .amount)
        if let reference = running.intent.customerReference {
            canvas.write(reference, x: amountEnd + 3, y: 5, width: 52, .leading, .dim)
        }
        canvas.write(times(running), x: 0, y: 6, width: canvas.width)
        let refusal = model.refusal(of: .cancel)
        let cancel = refusal.map { model.catalogue.text("refusal.\($0.rawValue)") } ?? model.text("status.cancel")
        canvas.write(
            wrapped: cancel, in: Rect(x: 0, y: 7, width: canvas.width, height: 2), refusal == nil ? .text : .dim)
    }

    /// How long it has taken, and how long the reader may still be silent.
    private func times(_ running: RunningPayment) -> String {
        let elapsed = model.now - running.startedAt
        let soFar = model.text("status.elapsed", ["time": clockText(elapsed)])
        let silence = model.readerProtocol.longestSilence
        let sinceNews = elapsed - (model.snapshot.notices.last?.elapsed ?? .zero)
        return soFar + " · " + model.text("status.timeout", ["time": clockText(silence - sinceNews)])
    }

    private var visible: Range<Int> {
        model.status.visible(
            count: model.snapshot.noticeCount, kept: model.snapshot.notices.count, window: Self.window(model.size))
    }

    private func drawEvents(in canvas: inout Canvas) {
        let title = model.status.frozenAt == nil ? "status.events" : "status.frozen"
        canvas.write(
            model.text(title), x: 0, y: 0, width: canvas.width, .leading,
            model.status.frozenAt == nil ? .dim : .warning)
        for (row, index) in visible.enumerated() {
            let timed = model.snapshot.notices[index]
            let isNewest = index == model.snapshot.notices.count - 1
            canvas.write(clockText(timed.elapsed), x: 0, y: row + 1, width: 6, .trailing, .dim)
            canvas.write(
                model.catalogue.status(timed.notice.code), x: 8, y: row + 1, width: canvas.width - 8, .leading,
                isNewest ? .title : .text)
        }
    }

    /// Everything the reader said with the lowest event that is seen.
    private func drawDetails(in canvas: inout Canvas) {
        guard let index = visible.last else { return }
        let notice = model.snapshot.notices[index].notice
        let code = String(notice.code, radix: 16, uppercase: true)
        let name = "\(String(repeating: "0", count: 4 - code.count))\(code) \(notice.name)"
        canvas.write(name, x: 0, y: 0, width: canvas.width, .leading, .title)
        var lines = wrapped(Masking.mask(notice.text), to: canvas.width)
        if let detail = notice.detail { lines += DetailText.lines(detail, indent: 0, limit: canvas.height) }
        for (index, line) in lines.prefix(max(0, canvas.height - 1)).enumerated() {
            canvas.write(line, x: 0, y: index + 1, width: canvas.width)
        }
    }
}

/// A reader's detail tree as indented lines, without card numbers.
enum DetailText {
    static func lines(_ detail: Detail, indent: Int, limit: Int) -> [String] {
        guard limit > 0, indent < 20 else { return [] }
        let value = detail.text.isEmpty ? "" : ": " + detail.text
        var lines = [String(repeating: " ", count: indent) + Masking.mask(printable(detail.name + value))]
        for child in detail.children where lines.count < limit {
            lines += Self.lines(child, indent: indent + 2, limit: limit - lines.count)
        }
        return lines
    }
}
