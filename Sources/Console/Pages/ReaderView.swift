import Checkout
import Localization
import Payments
import Screen
import Text
import Time

/// What the reader says of itself, what it is doing, what it can't do, and its log or the codes that it has read.
struct ReaderView {
    let model: ConsoleModel
    private static let paneTop = 14
    private static let labelWidth = 22
    /// Leaves twelve cells for the serial number in half a narrow screen.
    private static let detailLabelWidth = 25

    /// How many lines of the lower pane are seen at once.
    static func window(_ size: Size) -> Int { max(0, Frame.content(size).height - paneTop - 2) }

    func draw(in canvas: inout Canvas) {
        let state = self.state
        canvas.write(model.readerName, x: 0, y: 0, width: canvas.width / 2, .leading, .title)
        canvas.write(
            state.text, x: canvas.width / 2, y: 0, width: canvas.width - canvas.width / 2, .trailing, state.role)
        drawDetails(in: &canvas, y: 2)
        switch model.readerProtocol {
        case .heft:
            drawServices(in: &canvas, y: 7)
            drawLimits(in: &canvas, y: 10)
        case .datecs: drawPinpadServices(in: &canvas, y: 7)
        }
        drawPane(in: &canvas)
    }

    private var state: (text: String, role: Role) {
        switch model.snapshot.connection {
        case .none: (model.text("reader.state.none"), .warning)
        case .lost(_, let again),
            .connecting(_, let again?) where !again.isFirstOfAll:
            (model.text(again.isRestart ? "reader.state.restarting" : "reader.state.lost"), .warning)
        case .connecting, .fetching: (model.text("reader.state.connecting"), .text)
        case .ready: (model.text("reader.state.ready"), .text)
        case .stuck: (model.text("reader.state.stuck"), .fault)
        case .selling: (model.text("reader.state.selling"), .text)
        case .serving(_, let service): (busy(service), .title)
        }
    }

    /// What it is doing and since when.
    private func busy(_ running: RunningService) -> String {
        let name =
            switch running.service {
            case .update: "updating"
            case .scan: "scanning"
            case .fetchLog, .clearLog, .setLogLevel: "logging"
            case .testConnection: "testing"
            case .endOfDay: "closing"
            case .loyaltyBalance: "balance"
            case .clock, .setClock, .keys, .menu: "asking"
            }
        return "\(model.text("reader.state.\(name)"))  \(clockText(model.now - running.startedAt))"
    }

    private func drawDetails(in canvas: inout Canvas, y: Int) {
        guard let details = model.snapshot.connection.reader?.details else { return }
        let half = canvas.width / 2
        for (index, (name, value)) in details.fields.enumerated() {
            let place = Rect(x: index % 2 * half, y: y + index / 2, width: half - 1, height: 1)
            canvas.within(place) { canvas in
                canvas.field(
                    model.text("connection.detail.\(name)"), Masking.mask(value), y: 0,
                    labelWidth: Self.detailLabelWidth)
            }
        }
    }

    private func drawServices(in canvas: inout Canvas, y: Int) {
        let scanner = self.scanner
        canvas.field(model.text("reader.update"), update, y: y, labelWidth: Self.labelWidth)
        canvas.field(model.text("reader.level"), "‹ \(level) ›  0–4", y: y + 1, labelWidth: Self.labelWidth)
        canvas.field(model.text("reader.scanner"), scanner.text, y: y + 2, labelWidth: Self.labelWidth, scanner.role)
        canvas.placeCursor(x: Self.labelWidth, y: y + 1)
    }

    private func drawPinpadServices(in canvas: inout Canvas, y: Int) {
        canvas.field(model.text("reader.update"), update, y: y, labelWidth: Self.labelWidth)
        canvas.field(
            model.text("reader.bank"), model.text("reader.bankIdle"), y: y + 1, labelWidth: Self.labelWidth)
        let isDue = model.snapshot.connection.reader?.details.demand == .endOfDay
        canvas.field(
            model.text("reader.day"), model.text(isDue ? "reader.dayDue" : "reader.dayOpen"), y: y + 2,
            labelWidth: Self.labelWidth, isDue ? .warning : .text)
        canvas.placeCursor(x: Self.labelWidth, y: y)
    }

    private var level: String { model.catalogue.text("service.level.\(model.logLevel.name)") }

    /// What the reader said last of it, and how many steps that makes.
    private var update: String {
        guard let running = model.runningService, running.service == .update else {
            let text = model.isRestarting ? "service.restarting" : "page.reader.updateIdle"
            return model.catalogue.text(text)
        }
        let steps = model.catalogue.plural("page.reader.steps", running.done)
        return running.done == 0 ? steps : "\(steps) · \(model.catalogue.words(of: model.snapshot.services.notice))"
    }

    private var scanner: (text: String, role: Role) {
        let codes = model.snapshot.services.codes.count
        if model.isScanning { return (model.catalogue.plural("page.reader.scanning", codes), .title) }
        if model.snapshot.services.scannerIsMissing { return (model.catalogue.text("refusal.noScanner"), .dim) }
        return (model.text("reader.scannerOff"), .text)
    }

    /// What HEFT has no command for, with the reason; it is not hidden. Source: row H24.
    private func drawLimits(in canvas: inout Canvas, y: Int) {
        for (index, name) in ["preauthorisation", "manualEntry", "statusQuery"].enumerated() {
            canvas.field(
                model.text("reader.\(name)"), model.text("reader.notInProtocol"), y: y + index,
                labelWidth: Self.labelWidth, .dim)
        }
    }

    private func drawPane(in canvas: inout Canvas) {
        let pane = Rect(x: 0, y: Self.paneTop, width: canvas.width, height: canvas.height - Self.paneTop)
        canvas.box(pane, title: model.text("reader.\(model.shownPane.rawValue)"))
        let lines = model.paneLines
        canvas.within(pane.inset(x: 2, y: 1)) { canvas in
            guard !lines.isEmpty else {
                return canvas.write(model.text("reader.nothing"), x: 0, y: 0, width: canvas.width, .leading, .dim)
            }
            let visible = model.reader.scroll.visible(of: lines.count, window: canvas.height)
            for (row, line) in lines[visible].enumerated() {
                canvas.write(line, x: 0, y: row, width: canvas.width)
            }
        }
    }
}
