import Checkout
import Localization
public import Screen
import Text

extension ConsoleModel {
    /// Draws the whole screen.
    public func draw(in canvas: inout Canvas) {
        let size = canvas.size
        guard size.width >= Self.leastSize.width, size.height >= Self.leastSize.height else {
            return TooSmallView(model: self).draw(in: &canvas)
        }
        drawHeader(in: &canvas)
        canvas.within(Frame.content(size)) { drawPage(in: &$0) }
        canvas.within(Frame.body(size)) { NoticeView(model: self).draw(in: &$0) }
        canvas.within(Frame.body(size)) { QuestionView(model: self).draw(in: &$0) }
        canvas.within(Frame.body(size)) { PairingView(model: self).draw(in: &$0) }
        KeyBarView(model: self).bar.draw(in: &canvas, y: size.height - 1)
    }

    /// Where we are, and that no money is real, or none can move.
    private func drawHeader(in canvas: inout Canvas) {
        let name = "\(catalogue.text("console.title")) · \(catalogue.text("console.page.\(page.rawValue)"))"
        canvas.write(name, x: 2, y: 0, .title)
        if snapshot.training {
            let mark = " \(catalogue.text("console.training")) "
            canvas.write(mark, x: canvas.width - cellWidth(of: mark) - 2, y: 0, .training)
        } else if snapshot.authority.isSignedIn {
            let name = snapshot.authority.operatorName
            canvas.write(name, x: canvas.width - cellWidth(of: name) - 2, y: 0, .title)
        }
        let marks = (settings.isDevelopment ? ["development"] : []) + (isLooking ? ["looking"] : [])
        if !marks.isEmpty {
            let mark = " " + marks.map { catalogue.text("console.\($0)") }.joined(separator: " · ") + " "
            canvas.write(mark, x: max(0, canvas.width / 2 - cellWidth(of: mark) / 2 - 6), y: 0, .fault)
        }
        canvas.rule(x: 0, y: 1, width: canvas.width)
    }

    private func drawPage(in canvas: inout Canvas) {
        switch page {
        case .readers: ReadersView(model: self).draw(in: &canvas)
        case .connection: ConnectionView(model: self).draw(in: &canvas)
        case .sale: SaleView(model: self).draw(in: &canvas)
        case .status: StatusView(model: self).draw(in: &canvas)
        case .signature: SignatureView(model: self).draw(in: &canvas)
        case .receipt: ReceiptView(model: self).draw(in: &canvas)
        case .history: HistoryView(model: self).draw(in: &canvas)
        case .resolve: ResolveView(model: self).draw(in: &canvas)
        case .help: HelpView(model: self).draw(in: &canvas)
        case .lock: LockView(model: self).draw(in: &canvas)
        case .reader: ReaderView(model: self).draw(in: &canvas)
        case .account: AccountView(model: self).draw(in: &canvas)
        case .updates: UpdateView(model: self).draw(in: &canvas)
        }
    }

    /// A text of this page.
    func text(_ key: String, _ arguments: [String: String] = [:]) -> String {
        catalogue.text("page.\(key)", arguments)
    }
}
